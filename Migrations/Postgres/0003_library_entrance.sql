-- The ways into a library from other machines: one row, made at the first use.
CREATE TABLE hwdb.entrance (
  library bigint NOT NULL DEFAULT hwdb.library() REFERENCES hwdb.library ON DELETE CASCADE,
  id bigint CONSTRAINT one_entrance CHECK (id = 1),
  -- The key that signs cookies: 32 random bytes in hexadecimal.
  secret text COLLATE "C" NOT NULL CONSTRAINT secret_is_32_bytes CHECK (length(secret) = 64),
  -- The teacher's password, hashed with Argon2id as libsodium writes it; NULL if there is none.
  password text COLLATE "C",
  -- The code with which pupils join, and when it ends; NULL while the class is closed.
  code text COLLATE "C" CONSTRAINT code_has_6_characters CHECK (length(code) = 6),
  code_until_ms bigint
    CONSTRAINT code_until_is_time CHECK (code_until_ms BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (library, id),
  CONSTRAINT code_iff_until CHECK ((code IS NULL) = (code_until_ms IS NULL))
);

CREATE VIEW hwdb_library.entrance AS
SELECT * FROM hwdb.entrance WHERE library = hwdb.library();
