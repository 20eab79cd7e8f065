import HomeworkModel
import HomeworkStore
import HomeworkSystem

/// Imports a file with more questions than a single transaction should take: all other writers would wait for seconds.
///
/// Its homework is stored in transactions of a few milliseconds, invisible until the last one publishes all of it. If
/// an earlier one fails, nothing of the file remains.
final class LargeImport: Sendable {
  /// Up to this many questions are stored in a single transaction.
  static let smallest = 1000

  /// The questions of one transaction; an assignment counts as four more.
  private static let questionsAtOnce = 500, questionsForHomework = 4

  private let file: ImportedFile
  private let store: Store
  /// `nil` if all of it already existed.
  private let parts: UnfinishedImport?
  private let added: [Homework]
  /// The index in the file of each assignment added.
  private let places: [Int]
  private let isThere: [Homework.ID]
  /// The homework that had these titles at the start.
  private let known: [String: Set<Homework.ID>]

  init(_ file: ImportedFile, into store: Store) throws {
    // An earlier import may have failed.
    try store.takeBackAbandonedImports()
    let titled = try store.readAndWait { try $0.homeworkIds(titled: Set(file.titles)) }
    // Set by the transaction that adds the first homework, so that no other import takes the same mark.
    var parts: UnfinishedImport?
    (self.file, self.store) = (file, store)
    known = titled.mapValues { Set($0) }
    var (added, places, isThere): ([Homework], [Int], [Homework.ID]) = ([], [], [])
    var (twins, doubled, ids) = (Twins(file), [Int](), [Int: Homework.ID]())
    do {
      var next = 0
      while next < file.titles.count {
        var (drafts, size): ([(place: Int, draft: HomeworkDraft)], Int) = ([], 0)
        // Unpack before the transaction, which other writers wait for.
        while next < file.titles.count, size < Self.questionsAtOnce {
          let draft = file.drafts[next]
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
        // Another process polls for the write lock, and would otherwise find the file free only by chance.
        Threads.sleep(seconds: Self.pause)
      }
    } catch {
      if let parts { try? store.takeBackAndWait(parts) }  // invisible until published
      throw error
    }
    self.parts = parts
    (self.added, self.places, self.isThere) = (added, places, isThere + doubled.compactMap { ids[$0] })
  }

  private static let pause = 0.001

  /// The file's duplicates, which are stored once.
  private struct Twins {
    private let file: ImportedFile
    private var places: [Int: [Int]] = [:]

    init(_ file: ImportedFile) { self.file = file }

    /// Returns the index of an equal assignment before this one.
    mutating func earlier(than place: Int, _ draft: HomeworkDraft) -> Int? {
      var hasher = Hasher()
      hasher.combine(draft.title)
      hasher.combine(draft.quiz?.questions)
      let hash = hasher.finalize()
      let twin = places[hash]?.first { earlier in
        let other = file.drafts[earlier]
        return other.title == draft.title && other.quiz?.questions == draft.quiz?.questions
      }
      if twin == nil { places[hash, default: []].append(place) }
      return twin
    }
  }

  /// Makes all of it visible, except for homework that another client has added meanwhile.
  func publish(_ tx: WriteTransaction) throws -> (added: [Homework], isThere: [Homework.ID]) {
    guard let parts else { return ([], isThere) }
    let titled = try tx.homeworkIds(titled: Set(added.map(\.title)))
    var (published, isThere): ([Homework], [Homework.ID]) = ([], isThere)
    for (homework, place) in zip(added, places) {
      let new = titled[homework.title]?.filter { known[homework.title]?.contains($0) != true } ?? []
      if !new.isEmpty, let id = try tx.homework(equalTo: file.drafts[place], among: new) {
        try tx.takeBack(homework.id, of: parts)
        isThere.append(id)
      } else {
        published.append(homework)
      }
    }
    return (try tx.publish(published, of: parts), isThere)
  }

  /// Removes homework that was not published, or whose last commit failed, in the background: it is invisible.
  deinit {
    guard let parts else { return }
    Threads.start { [store] in try? store.takeBackAndWait(parts) }  // later will do as well
  }
}
