-- The table driver of the queue port: SQS's semantics on one machine.
CREATE TABLE IF NOT EXISTS queue_messages (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  queue VARCHAR(80) NOT NULL,
  body MEDIUMTEXT NOT NULL,
  sent_at DATETIME(6) NOT NULL,
  visible_at DATETIME(6) NOT NULL,
  receive_count INT UNSIGNED NOT NULL DEFAULT 0,
  receipt CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
  dead_at DATETIME(6) NULL,
  KEY queue_messages_due (queue, dead_at, visible_at)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
