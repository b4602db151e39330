-- The processes that serve one machine, each with its last sign of life.
CREATE TABLE IF NOT EXISTS processes (
  id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  name VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  host VARCHAR(255) NOT NULL,
  pid INT UNSIGNED NOT NULL,
  version VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  started_at DATETIME(6) NOT NULL,
  heartbeat_at DATETIME(6) NOT NULL,
  KEY processes_heartbeat (heartbeat_at)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
