-- One row per ledger: its lock serialises merging and deriving.
CREATE TABLE IF NOT EXISTS ledgers (
  name VARCHAR(64) NOT NULL PRIMARY KEY
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO ledgers (name) VALUES
  ('posts'), ('tags'), ('nico_tags'), ('tag_descriptions'), ('tag_groups'), ('materials');

-- The ledgers: append-only histories, a row per version. Lists are sets: JSON arrays in ascending order, without
-- repeats. previous_version_no and changed_fields (a bit per attribute, in the order of the declaration) are derived.
-- import_id is the import whose content stands; "replaced" when that import found the version here and replaced it.
-- <ledger>_staging: checked rows on their way in, until their import ends. Loaded in the order of its primary key, and
-- without another index: that is what makes it fast.

CREATE TABLE IF NOT EXISTS posts (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  post_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  title VARCHAR(1000) COLLATE utf8mb4_exact NULL,
  url VARCHAR(2000) COLLATE utf8mb4_exact NULL,
  tag_ids JSON NOT NULL,
  parent_post_ids JSON NOT NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  replaced BOOLEAN NOT NULL DEFAULT FALSE,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY posts_version (post_id, version_no),
  KEY posts_event_version (event_type, post_id, version_no),
  KEY posts_event_id (event_type, id),
  KEY posts_created (created_at),
  KEY posts_at (post_id, created_at, version_no),
  KEY posts_import (import_id, replaced, post_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS posts_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  post_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  title VARCHAR(1000) COLLATE utf8mb4_exact NULL,
  url VARCHAR(2000) COLLATE utf8mb4_exact NULL,
  tag_ids MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  parent_post_ids MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tags (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tag_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  category VARCHAR(500) COLLATE utf8mb4_exact NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  replaced BOOLEAN NOT NULL DEFAULT FALSE,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY tags_version (tag_id, version_no),
  KEY tags_event_version (event_type, tag_id, version_no),
  KEY tags_event_id (event_type, id),
  KEY tags_created (created_at),
  KEY tags_import (import_id, replaced, tag_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tags_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  tag_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  category VARCHAR(500) COLLATE utf8mb4_exact NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS nico_tags (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tag_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  linked_tags MEDIUMTEXT COLLATE utf8mb4_exact NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  replaced BOOLEAN NOT NULL DEFAULT FALSE,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY nico_tags_version (tag_id, version_no),
  KEY nico_tags_event_version (event_type, tag_id, version_no),
  KEY nico_tags_event_id (event_type, id),
  KEY nico_tags_created (created_at),
  KEY nico_tags_import (import_id, replaced, tag_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS nico_tags_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  tag_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  linked_tags MEDIUMTEXT COLLATE utf8mb4_exact NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_descriptions (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tag_id BIGINT NOT NULL,
  language_code VARCHAR(35) COLLATE utf8mb4_exact NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  body MEDIUMTEXT COLLATE utf8mb4_exact NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  replaced BOOLEAN NOT NULL DEFAULT FALSE,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY tag_descriptions_version (tag_id, language_code, version_no),
  KEY tag_descriptions_event_version (event_type, tag_id, language_code, version_no),
  KEY tag_descriptions_event_id (event_type, id),
  KEY tag_descriptions_created (created_at),
  KEY tag_descriptions_import (import_id, replaced, tag_id, language_code)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_descriptions_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  tag_id BIGINT NOT NULL,
  language_code VARCHAR(35) COLLATE utf8mb4_exact NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  body MEDIUMTEXT COLLATE utf8mb4_exact NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_groups (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  tag_group_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  tag_ids JSON NOT NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  replaced BOOLEAN NOT NULL DEFAULT FALSE,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY tag_groups_version (tag_group_id, version_no),
  KEY tag_groups_event_version (event_type, tag_group_id, version_no),
  KEY tag_groups_event_id (event_type, id),
  KEY tag_groups_created (created_at),
  KEY tag_groups_import (import_id, replaced, tag_group_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_groups_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  tag_group_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NULL,
  tag_ids MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS materials (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  material_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  title VARCHAR(1000) COLLATE utf8mb4_exact NULL,
  url VARCHAR(2000) COLLATE utf8mb4_exact NULL,
  tag_id BIGINT NULL,
  recorded_at DATETIME(6) NOT NULL,
  import_id BIGINT NOT NULL,
  replaced BOOLEAN NOT NULL DEFAULT FALSE,
  content_hash BINARY(32) NOT NULL,
  previous_version_no BIGINT NULL,
  changed_fields INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY materials_version (material_id, version_no),
  KEY materials_event_version (event_type, material_id, version_no),
  KEY materials_event_id (event_type, id),
  KEY materials_created (created_at),
  KEY materials_tag (tag_id),
  KEY materials_import (import_id, replaced, material_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS materials_staging (
  import_id BIGINT NOT NULL,
  attempt INT UNSIGNED NOT NULL,
  line BIGINT NOT NULL,
  material_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at DATETIME(6) NOT NULL,
  created_by VARCHAR(64) COLLATE utf8mb4_exact NULL,
  title VARCHAR(1000) COLLATE utf8mb4_exact NULL,
  url VARCHAR(2000) COLLATE utf8mb4_exact NULL,
  tag_id BIGINT NULL,
  content_hash BINARY(32) NOT NULL,
  PRIMARY KEY (import_id, attempt, line)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
