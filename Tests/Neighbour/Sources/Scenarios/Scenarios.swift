public struct Scenarios {}
