import HomeworkModel
import Testing

@Suite struct `A score` {
  @Test func `rounds half up, and is 100 only if every answer is correct`() {
    for total in 1...200 {
      for correct in 0...total {
        let percentage = Score(correct: correct, total: total).percentage
        if correct == total {
          #expect(percentage == 100)
        } else if 2 * correct * 100 >= 199 * total {
          #expect(percentage == 99)
        } else {
          // Round half up: p − ½ ≤ 100 c / t < p + ½.
          #expect((2 * percentage - 1) * total <= 200 * correct && 200 * correct < (2 * percentage + 1) * total)
        }
      }
    }
  }

  @Test func `is graded and passed by its percentage`() {
    for correct in 0...100 {
      let score = Score(correct: correct, total: 100)
      let grade: Grade =
        correct >= 90 ? .excellent : correct >= 70 ? .greatJob : correct >= 50 ? .goodEffort : .keepPracticing
      #expect(score.grade == grade)
      #expect(score.isPassed == (correct >= 70))
    }
    // The rounded value decides: 17 of 19 is 89.47 %, 179 of 200 is 89.5 %.
    #expect(Score(correct: 17, total: 19).grade == .greatJob)
    #expect(Score(correct: 179, total: 200).grade == .excellent)
  }
}

@Suite struct `Progress over finished attempts` {
  /// Every sequence of three attempts at quizzes of one to three questions.
  @Test func `never decreases, and keeps the best score with its total`() {
    let scores = (1...3).flatMap { total in (0...total).map { Score(correct: $0, total: total) } }
    for first in scores {
      for second in scores {
        for third in scores {
          var progress = HomeworkProgress()
          var best = first
          for (index, score) in [first, second, third].enumerated() {
            let before = progress
            progress.record(score, at: Timestamp(millisecondsSince1970: Int64(index)))
            if (score.percentage, score.correct, score.total) > (best.percentage, best.correct, best.total) {
              best = score
            }
            #expect(progress.completionPercentage >= before.completionPercentage)
            #expect(progress.completionPercentage == best.percentage)
            #expect((progress.bestScore, progress.bestTotal) == (best.correct, best.total))
            #expect(progress.totalAttempts == index + 1)
          }
        }
      }
    }
  }
}
