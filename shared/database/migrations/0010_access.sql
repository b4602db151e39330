-- Keys with which programs act for a user. The key itself is not here: who reads this table cannot use one.
CREATE TABLE IF NOT EXISTS api_keys (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name VARCHAR(100) NOT NULL,
  -- The first characters, by which people tell their keys apart.
  prefix VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sha256 CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- The most it may do; its owner's role bounds it besides.
  role VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  expires_at DATETIME(6) NULL,
  -- To the minute.
  last_used_at DATETIME(6) NULL,
  revoked_at DATETIME(6) NULL,
  UNIQUE KEY api_keys_sha256 (sha256),
  KEY api_keys_user (user_id, id),
  CONSTRAINT api_keys_of_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Attempts to say a password, by whom and at whom they count. A bucket's name is a hash: people type passwords into
-- the wrong field.
CREATE TABLE IF NOT EXISTS password_attempts (
  bucket CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  attempts INT UNSIGNED NOT NULL,
  since DATETIME(6) NOT NULL,
  KEY password_attempts_since (since)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
