-- The ways into a library from other machines: one row, made at the first use.
CREATE TABLE entrance (
  id INTEGER PRIMARY KEY CONSTRAINT one_entrance CHECK (id = 1),
  -- The key that signs cookies: 32 random bytes in hexadecimal.
  secret TEXT NOT NULL CONSTRAINT secret_is_32_bytes CHECK (length(secret) = 64),
  -- The teacher's password, hashed with Argon2id as libsodium writes it; NULL if there is none.
  password TEXT,
  -- The code with which pupils join, and when it ends; NULL while the class is closed.
  code TEXT CONSTRAINT code_has_6_characters CHECK (length(code) = 6),
  code_until_ms INTEGER
    CONSTRAINT code_until_is_time CHECK (code_until_ms BETWEEN -62167219200000 AND 253402300799999),
  CONSTRAINT code_iff_until CHECK ((code IS NULL) = (code_until_ms IS NULL))
) STRICT;
