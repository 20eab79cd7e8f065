public struct Motion {}
