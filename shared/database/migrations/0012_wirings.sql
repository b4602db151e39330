-- What each process that serves stands on, as fingerprints: told apart by those who look for processes that differ.
CREATE TABLE IF NOT EXISTS wirings (
  host VARCHAR(255) NOT NULL,
  pid INT UNSIGNED NOT NULL,
  name VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  secret VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  exports VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  recorded_at DATETIME(6) NOT NULL,
  PRIMARY KEY (host, pid, name)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
