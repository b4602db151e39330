-- What is derived from the ledgers. All of it is right after each commit, whatever the order of arrival: it is made in
-- the transaction that changes a ledger, under the ledger's lock, anew for the entities that were touched.
--
-- <ledger>_touched: those entities, while such a transaction runs; afterwards it is empty. latest_version_no is 0 for one
-- that has no version left.
-- <ledger>_entities: what is true of an entity as a whole. discard_boundary is the greatest version_no of a discard, 0
-- without one; forbidden: the latest version is a discard.
-- <ledger>_<column>: a column that lists things, expanded: a row for each version and thing. In the order in which
-- Counts reads it, and with the columns that it needs.

CREATE TABLE IF NOT EXISTS posts_touched (
  import_id BIGINT NOT NULL,
  post_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  discard_boundary BIGINT NOT NULL,
  PRIMARY KEY (import_id, post_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS posts_entities (
  post_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  latest_event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  discard_boundary BIGINT NOT NULL,
  forbidden BOOLEAN NOT NULL,
  PRIMARY KEY (post_id),
  KEY posts_entities_discarded (discard_boundary, forbidden)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS posts_tag_ids (
  tag_id BIGINT NOT NULL,
  created_at DATETIME(6) NOT NULL,
  version_id BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  post_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  PRIMARY KEY (tag_id, created_at, version_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS posts_parent_post_ids (
  parent_post_id BIGINT NOT NULL,
  created_at DATETIME(6) NOT NULL,
  version_id BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  post_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  PRIMARY KEY (parent_post_id, created_at, version_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tags_touched (
  import_id BIGINT NOT NULL,
  tag_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  discard_boundary BIGINT NOT NULL,
  PRIMARY KEY (import_id, tag_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tags_entities (
  tag_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  latest_event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  discard_boundary BIGINT NOT NULL,
  forbidden BOOLEAN NOT NULL,
  PRIMARY KEY (tag_id),
  KEY tags_entities_discarded (discard_boundary, forbidden)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS nico_tags_touched (
  import_id BIGINT NOT NULL,
  tag_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  discard_boundary BIGINT NOT NULL,
  PRIMARY KEY (import_id, tag_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS nico_tags_entities (
  tag_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  latest_event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  discard_boundary BIGINT NOT NULL,
  forbidden BOOLEAN NOT NULL,
  PRIMARY KEY (tag_id),
  KEY nico_tags_entities_discarded (discard_boundary, forbidden)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS nico_tags_linked_tags (
  word VARCHAR(500) COLLATE utf8mb4_exact NOT NULL,
  created_at DATETIME(6) NOT NULL,
  version_id BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  tag_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  PRIMARY KEY (word, created_at, version_id),
  KEY nico_tags_linked_tags_version (version_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_descriptions_touched (
  import_id BIGINT NOT NULL,
  tag_id BIGINT NOT NULL,
  language_code VARCHAR(35) COLLATE utf8mb4_exact NOT NULL,
  latest_version_no BIGINT NOT NULL,
  discard_boundary BIGINT NOT NULL,
  PRIMARY KEY (import_id, tag_id, language_code)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_descriptions_entities (
  tag_id BIGINT NOT NULL,
  language_code VARCHAR(35) COLLATE utf8mb4_exact NOT NULL,
  latest_version_no BIGINT NOT NULL,
  latest_event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  discard_boundary BIGINT NOT NULL,
  forbidden BOOLEAN NOT NULL,
  PRIMARY KEY (tag_id, language_code),
  KEY tag_descriptions_entities_discarded (discard_boundary, forbidden)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_groups_touched (
  import_id BIGINT NOT NULL,
  tag_group_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  discard_boundary BIGINT NOT NULL,
  PRIMARY KEY (import_id, tag_group_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_groups_entities (
  tag_group_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  latest_event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  discard_boundary BIGINT NOT NULL,
  forbidden BOOLEAN NOT NULL,
  PRIMARY KEY (tag_group_id),
  KEY tag_groups_entities_discarded (discard_boundary, forbidden)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS tag_groups_tag_ids (
  tag_id BIGINT NOT NULL,
  created_at DATETIME(6) NOT NULL,
  version_id BIGINT NOT NULL,
  event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  tag_group_id BIGINT NOT NULL,
  version_no BIGINT NOT NULL,
  PRIMARY KEY (tag_id, created_at, version_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS materials_touched (
  import_id BIGINT NOT NULL,
  material_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  discard_boundary BIGINT NOT NULL,
  PRIMARY KEY (import_id, material_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS materials_entities (
  material_id BIGINT NOT NULL,
  latest_version_no BIGINT NOT NULL,
  latest_event_type ENUM('create', 'update', 'discard', 'restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  discard_boundary BIGINT NOT NULL,
  forbidden BOOLEAN NOT NULL,
  PRIMARY KEY (material_id),
  KEY materials_entities_discarded (discard_boundary, forbidden)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Every name that a forbidden tag ever had, without white space at its ends; first_word: up to its first white space.
-- A longer word than a name can be is not expanded in nico_tags_linked_tags.
CREATE TABLE IF NOT EXISTS tags_forbidden_names (
  tag_id BIGINT NOT NULL,
  name VARCHAR(500) COLLATE utf8mb4_exact NOT NULL,
  first_word VARCHAR(500) COLLATE utf8mb4_exact NOT NULL,
  PRIMARY KEY (tag_id, name)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row. See shared/ledgers/policy-revision.ts.
CREATE TABLE IF NOT EXISTS policy_revision (
  id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
  revision BIGINT NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO policy_revision (id, revision) VALUES (1, 1);
