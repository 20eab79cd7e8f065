import HomeworkAPI
import HomeworkMotion

extension TextOutput {
  static func animations(_ catalogue: AnimationCatalogue, _ style: OutputStyle) -> String {
    let columns = [
      Table.Column(heading: "ANIMATION"), Table.Column(heading: "PROFILE"),
      Table.Column(heading: "STARTS ON", minimum: 12),
      Table.Column(heading: "LENGTH", isRight: true), Table.Column(heading: "REDUCED", dropOrder: 2),
      Table.Column(heading: "HAPTIC", dropOrder: 3), Table.Column(heading: "AFTER A KILL", dropOrder: 1),
    ]
    let rows = catalogue.items.map { entry -> [Table.Cell] in
      [
        .init(entry.name.rawValue, .bold), .init(entry.profile.rawValue, .dim),
        .init(starts(of: entry)), .init(length(of: entry)),
        .init(entry.reduced.form.rawValue), .init(entry.haptic?.kind.rawValue ?? ""), .init(entry.resume.rawValue),
      ]
    }
    return Table(columns: columns, rows: rows).text(on: style)
  }

  private static func starts(of entry: CatalogueAnimation) -> String {
    ([entry.trigger] + entry.alsoOn).map(\.words).joined(separator: "; or ")
  }

  /// Returns `1100 ms`, `900–1100 ms`, `1500 ms, repeating`, or nothing if there are no variants.
  private static func length(of entry: CatalogueAnimation) -> String {
    let lengths = entry.variants.map(\.durationMs)
    let endless = entry.endsOn == nil ? "" : ", repeating"
    guard let shortest = lengths.min(), let longest = lengths.max() else { return "" }
    return (shortest == longest ? "\(longest) ms" : "\(shortest)–\(longest) ms") + endless
  }

  /// Returns a description, and each variant as bars over a scale of milliseconds.
  static func timeline(of entry: CatalogueAnimation, _ timeline: MotionTimeline, _ style: OutputStyle) -> String {
    var text = "\(style.coloured(entry.name.rawValue, .bold))  \(printable(entry.title))\n"
    var rows = [("From", "\(entry.document), \(entry.section)"), ("Starts on", starts(of: entry))]
    if entry.delayMs > 0 { rows[1].1 += ", \(entry.delayMs) ms after it" }
    if let end = entry.endsOn { rows.append(("Runs until", end)) }
    if let stagger = entry.stagger {
      let limit = stagger.limit.map { ", \($0) at most" } ?? ""
      rows.append(("Staggered", "\(stagger.delayMs) ms each\(limit)"))
    }
    let reduced = entry.variants.compactMap { variant in
      variant.reduced.map { "\(variant.name ?? "") \($0.form.rawValue)" }
    }
    rows.append(("Reduced", printable(([entry.reduced.form.rawValue] + reduced).joined(separator: ", "))))
    if let haptic = entry.haptic {
      let others = entry.variants.compactMap(\.haptic?.kind.rawValue).filter { $0 != haptic.kind.rawValue }
      rows.append(("Haptic", ([haptic.kind.rawValue] + others).joined(separator: " or ") + ", at \(haptic.atMs) ms"))
    }
    rows.append(("After a kill", entry.resume.rawValue))
    for variant in entry.variants { rows += words(of: variant) }
    if !entry.values.isEmpty {
      let values = entry.values.sorted { $0.key < $1.key }.map { "\($0.key) \(word(of: $0.value))" }
      rows.append(("Values", printable(values.joined(separator: " · "))))
    }
    let unstated = entry.unstated.map(\.rawValue)
    if !unstated.isEmpty { rows.append(("Not stated", unstated.joined(separator: ", "))) }
    text += rows.map { wrapped("  \($0.0.padded(to: 13)) \($0.1)", indent: 16, on: style) + "\n" }.joined()
    for variant in timeline.variants { text += bars(of: variant, style) }
    return text
  }

  /// Returns the sound, the text and the number of particles.
  private static func words(of variant: CatalogueAnimation.Variant) -> [(String, String)] {
    var rows: [(String, String)] = []
    if let sound = variant.sound { rows.append(("Sound", "\(printable(sound.name)), at \(sound.atMs) ms")) }
    if let text = variant.text {
      let actions = text.actions.map { $0 == text.destructive ? "\($0) (destructive)" : $0 }
      rows.append(
        (
          "Says",
          printable(
            ([text.title, text.message, text.suggestion].compactMap(\.self) + actions).joined(separator: " · "))
        ))
    }
    if let icon = variant.icon { rows.append(("Icon", printable(icon))) }
    if let particles = variant.particles {
      let (low, high) = (particles.count.lowerBound, particles.count.upperBound)
      rows.append(
        ("Particles", (low == high ? "\(low)" : "\(low) to \(high)") + (particles.isInferred ? ", inferred" : "")))
    }
    return rows
  }

  private static func word(of value: DesignValue) -> String {
    switch value {
    case .number(let value): number(value)
    case .text(let text): text
    case .list(let items): items.joined(separator: ", ")
    }
  }

  private static func bars(of variant: MotionTimeline.Variant, _ style: OutputStyle) -> String {
    let (phases, durationMs) = (variant.phases, variant.durationMs)
    let lengthMs = max(1, variant.visibleMs)
    let stated = "\(durationMs) ms"
    let title = [variant.name, stated].compactMap(\.self).joined(separator: ", ")
    guard !phases.isEmpty else { return "\n\(title): nothing moves\n" }
    let names = phases.map { printable(($0.part.map { "\($0) " } ?? "") + $0.name) }
    let nameWidth = names.map { width(of: $0) }.max() ?? 0
    let notes = phases.map { phase in
      let curve = phase.curve.map { ", \($0)" } ?? ""
      return "\(number(phase.from)) → \(number(phase.to))\(curve)\(phase.isInferred ? ", inferred" : "")"
    }
    let noteWidth = notes.map { width(of: $0) }.max() ?? 0
    let barWidth = max(10, min(60, (style.columns ?? 100) - nameWidth - noteWidth - 6))
    let full = style.hasUnicode ? "█" : "#"
    let lines = phases.indices.map { index -> String in
      let phase = phases[index]
      let startMs = phase.startMs
      let start = min(barWidth - 1, startMs * barWidth / lengthMs)
      let end = max(start + 1, min(barWidth, (phase.endMs * barWidth + lengthMs - 1) / lengthMs))
      // A phase without numbers in the document is drawn lighter.
      let mark = phase.isInferred ? (style.hasUnicode ? "▒" : "-") : full
      let bar = String(repeating: " ", count: start) + String(repeating: mark, count: end - start)
      let coloured = style.coloured(bar, .blue) + String(repeating: " ", count: barWidth - end)
      return "  \(names[index].padded(to: nameWidth))  \(coloured)  \(notes[index])\n"
    }
    let scale = "0" + String(repeating: " ", count: max(1, barWidth - 1 - "\(lengthMs) ms".count)) + "\(lengthMs) ms"
    let margin = String(repeating: " ", count: nameWidth + 4)
    return "\n\(title)\n\(lines.joined())\(margin)\(style.coloured(scale, .dim))\n"
  }

  private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
