import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// A file of more questions than one transaction takes: in one of them everybody else who writes would wait for
/// seconds.
///
/// Its homework is stored in transactions of a few milliseconds, and nobody sees it until all of it is there and the
/// last one publishes it. Whatever goes wrong before, nothing of the file is there.
final class LargeImport: Sendable {
  /// Up to so many questions are stored in one transaction.
  static let smallest = 1000

  /// The questions of one transaction; an assignment counts as four more.
  private static let questionsAtOnce = 500, questionsForHomework = 4

  private let file: ImportedFile
  private let store: Store
  /// `nil` where all of it was there.
  private let parts: UnfinishedImport?
  private let added: [Homework]
  /// Of each that was added, which of the file it is.
  private let places: [Int]
  private let isThere: [Homework.ID]
  /// What had these titles as it was looked at.
  private let known: [String: Set<Homework.ID>]

  init(_ file: ImportedFile, into store: Store) throws {
    // Of one that failed before, perhaps.
    try store.takeBackAbandonedImports()
    let titled = try store.readAndWait { try $0.homeworkIds(titled: Set(file.titles)) }
    // With the first that is added, by which nobody else takes the same mark.
    var parts: UnfinishedImport?
    (self.file, self.store) = (file, store)
    known = titled.mapValues { Set($0) }
    var (added, places, isThere): ([Homework], [Int], [Homework.ID]) = ([], [], [])
    var (twins, doubled, ids) = (Twins(file), [Int](), [Int: Homework.ID]())
    do {
      var next = 0
      while next < file.titles.count {
        var (drafts, size): ([(place: Int, draft: HomeworkDraft)], Int) = ([], 0)
        // Unpacked before anybody waits for it.
        while next < file.titles.count, size < Self.questionsAtOnce {
          let draft = file.draft(next)
          if let earlier = twins.earlier(than: next, draft) {
            doubled.append(earlier)
          } else {
            drafts.append((next, draft))
            size += (draft.quiz?.questions.count ?? 0) + Self.questionsForHomework
          }
          next += 1
        }
        let (part, begun) = (drafts, parts)
        let stored = try store.writeAndWait { tx in
          var stored: (added: [Homework], places: [Int], isThere: [(place: Int, id: Homework.ID)]) = ([], [], [])
          let parts = try begun ?? tx.beginImport()
          for (place, draft) in part {
            if let id = try tx.homework(equalTo: draft, among: titled[draft.title] ?? []) {
              stored.isThere.append((place, id))
            } else {
              stored.added.append(try tx.addHomework(draft, to: parts))
              stored.places.append(place)
            }
          }
          return (stored, parts)
        }
        if !stored.0.added.isEmpty { parts = stored.1 }
        added += stored.0.added
        places += stored.0.places
        isThere += stored.0.isThere.map(\.id)
        for (place, id) in stored.0.isThere { ids[place] = id }
        for (place, homework) in zip(stored.0.places, stored.0.added) { ids[place] = homework.id }
        // Another process looks now and then whether it may write, and finds the file free only by chance.
        Threads.sleep(seconds: Self.pause)
      }
    } catch {
      if let parts { try? store.takeBackAndWait(parts) }  // nobody sees it: later will do as well
      throw error
    }
    self.parts = parts
    (self.added, self.places, self.isThere) = (added, places, isThere + doubled.compactMap { ids[$0] })
  }

  private static let pause = 0.001

  /// What the file has twice, which is stored once.
  private struct Twins {
    private let file: ImportedFile
    private var places: [Int: [Int]] = [:]

    init(_ file: ImportedFile) { self.file = file }

    /// The place of one before it that is the same.
    mutating func earlier(than place: Int, _ draft: HomeworkDraft) -> Int? {
      var hasher = Hasher()
      hasher.combine(draft.title)
      hasher.combine(draft.quiz?.questions)
      let hash = hasher.finalize()
      let twin = places[hash]?.first { earlier in
        let other = file.draft(earlier)
        return other.title == draft.title && other.quiz?.questions == draft.quiz?.questions
      }
      if twin == nil { places[hash, default: []].append(place) }
      return twin
    }
  }

  /// Has all of it seen, but what somebody else has added meanwhile.
  func publish(_ tx: WriteTransaction) throws -> (added: [Homework], isThere: [Homework.ID]) {
    guard let parts else { return ([], isThere) }
    let titled = try tx.homeworkIds(titled: Set(added.map(\.title)))
    var (published, isThere): ([Homework], [Homework.ID]) = ([], isThere)
    for (homework, place) in zip(added, places) {
      let new = titled[homework.title]?.filter { known[homework.title]?.contains($0) != true } ?? []
      if !new.isEmpty, let id = try tx.homework(equalTo: file.draft(place), among: new) {
        try tx.takeBack(homework.id, of: parts)
        isThere.append(id)
      } else {
        published.append(homework)
      }
    }
    return (try tx.publish(published, of: parts), isThere)
  }

  /// What was not published, or whose last commit failed, goes: nobody waits for that, and nobody sees it.
  deinit {
    guard let parts else { return }
    Threads.start { [store] in try? store.takeBackAndWait(parts) }  // later will do as well
  }
}
