public struct Wire {}
