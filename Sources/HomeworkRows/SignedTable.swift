/// The tables whose rows carry a checksum.
enum SignedTable { case answer, attempt, progress, ledger }
