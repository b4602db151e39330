-- Who did what. Nothing of ours changes or deletes a line.
CREATE TABLE IF NOT EXISTS audit (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  recorded_at DATETIME(6) NOT NULL,
  user_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  action VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  -- What it was done to: an import, an export, a user, ...
  subject_kind VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject_id VARCHAR(200) NOT NULL,
  request_id VARCHAR(64) NOT NULL,
  details VARCHAR(4000) NOT NULL,
  KEY audit_action (action, id),
  KEY audit_subject (subject_kind, subject_id, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
