CREATE TABLE `accounts` (
  `id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `account_id` varchar(255) NOT NULL,
  `provider_id` varchar(255) NOT NULL,
  `password` text DEFAULT NULL,
  `access_token` text DEFAULT NULL,
  `refresh_token` text DEFAULT NULL,
  `id_token` text DEFAULT NULL,
  `access_token_expires_at` datetime(3) DEFAULT NULL,
  `refresh_token_expires_at` datetime(3) DEFAULT NULL,
  `scope` text DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `accounts_user` (`user_id`),
  CONSTRAINT `accounts_of_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `api_keys` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `user_id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(100) NOT NULL,
  `prefix` varchar(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `sha256` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `role` varchar(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `expires_at` datetime(6) DEFAULT NULL,
  `last_used_at` datetime(6) DEFAULT NULL,
  `revoked_at` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `api_keys_sha256` (`sha256`),
  KEY `api_keys_user` (`user_id`,`id`),
  CONSTRAINT `api_keys_of_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `audit` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `recorded_at` datetime(6) NOT NULL,
  `user_id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `action` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `subject_kind` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `subject_id` varchar(200) NOT NULL,
  `request_id` varchar(64) NOT NULL,
  `details` varchar(4000) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `audit_action` (`action`,`id`),
  KEY `audit_subject` (`subject_kind`,`subject_id`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `imports` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `state` varchar(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `ledger` varchar(64) NOT NULL,
  `options` varchar(4000) NOT NULL,
  `forced` tinyint(1) NOT NULL DEFAULT 0,
  `filename` varchar(500) NOT NULL,
  `content_type` varchar(200) NOT NULL,
  `user_id` varchar(64) NOT NULL,
  `request_id` varchar(64) NOT NULL,
  `bucket` varchar(500) NOT NULL,
  `object_key` varchar(500) NOT NULL,
  `bytes` bigint(20) DEFAULT NULL,
  `sha256` char(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `duplicate_of` bigint(20) DEFAULT NULL,
  `message_id` varchar(200) DEFAULT NULL,
  `rescues` int(10) unsigned NOT NULL DEFAULT 0,
  `dead_letter` mediumtext DEFAULT NULL,
  `attempt` int(10) unsigned NOT NULL DEFAULT 0,
  `lease_until` datetime(6) DEFAULT NULL,
  `cancel_requested` tinyint(1) NOT NULL DEFAULT 0,
  `bytes_read` bigint(20) NOT NULL DEFAULT 0,
  `rows_read` bigint(20) NOT NULL DEFAULT 0,
  `rows_inserted` bigint(20) NOT NULL DEFAULT 0,
  `rows_unchanged` bigint(20) NOT NULL DEFAULT 0,
  `rows_replaced` bigint(20) NOT NULL DEFAULT 0,
  `rows_failed` bigint(20) NOT NULL DEFAULT 0,
  `error_count` bigint(20) NOT NULL DEFAULT 0,
  `detected` text DEFAULT NULL,
  `warnings` text DEFAULT NULL,
  `problem_code` varchar(64) DEFAULT NULL,
  `problem_message` varchar(1000) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `stored_at` datetime(6) DEFAULT NULL,
  `queued_at` datetime(6) DEFAULT NULL,
  `started_at` datetime(6) DEFAULT NULL,
  `finished_at` datetime(6) DEFAULT NULL,
  `reverted_at` datetime(6) DEFAULT NULL,
  `objects_deleted_at` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `imports_state` (`state`,`created_at`),
  KEY `imports_user` (`user_id`,`id`),
  KEY `imports_user_state` (`user_id`,`state`),
  KEY `imports_same_bytes` (`sha256`,`ledger`),
  KEY `imports_kept` (`objects_deleted_at`,`state`,`finished_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_errors` (
  `import_id` bigint(20) NOT NULL,
  `position` int(10) unsigned NOT NULL,
  `line` bigint(20) DEFAULT NULL,
  `column_name` varchar(200) DEFAULT NULL,
  `code` varchar(64) NOT NULL,
  `message` varchar(1000) NOT NULL,
  `text` varchar(500) DEFAULT NULL,
  PRIMARY KEY (`import_id`,`position`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_keys` (
  `user_id` varchar(64) NOT NULL,
  `key_hash` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `import_id` bigint(20) NOT NULL,
  `created_at` datetime(6) NOT NULL,
  PRIMARY KEY (`user_id`,`key_hash`),
  KEY `import_keys_age` (`created_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_users` (
  `user_id` varchar(64) NOT NULL,
  PRIMARY KEY (`user_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `jobs` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `kind` varchar(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `payload` mediumtext NOT NULL,
  `state` enum('queued','running','done','failed') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `unique_key` varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `open_key` varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `run_at` datetime(6) NOT NULL,
  `attempts` int(10) unsigned NOT NULL DEFAULT 0,
  `lease_token` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `lease_until` datetime(6) DEFAULT NULL,
  `last_error` varchar(1000) DEFAULT NULL,
  `created_at` datetime(6) NOT NULL,
  `started_at` datetime(6) DEFAULT NULL,
  `finished_at` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `jobs_open_key` (`kind`,`open_key`),
  KEY `jobs_due` (`state`,`run_at`,`id`),
  KEY `jobs_finished` (`state`,`finished_at`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `ledgers` (
  `name` varchar(64) NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `materials` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `material_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `title` varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `url` varchar(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `tag_id` bigint(20) DEFAULT NULL,
  `recorded_at` datetime(6) NOT NULL,
  `import_id` bigint(20) NOT NULL,
  `replaced` tinyint(1) NOT NULL DEFAULT 0,
  `content_hash` binary(32) NOT NULL,
  `previous_version_no` bigint(20) DEFAULT NULL,
  `changed_fields` int(10) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `materials_version` (`material_id`,`version_no`),
  KEY `materials_event_version` (`event_type`,`material_id`,`version_no`),
  KEY `materials_event_id` (`event_type`,`id`),
  KEY `materials_created` (`created_at`),
  KEY `materials_tag` (`tag_id`),
  KEY `materials_import` (`import_id`,`replaced`,`material_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `materials_entities` (
  `material_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `latest_event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  `forbidden` tinyint(1) NOT NULL,
  PRIMARY KEY (`material_id`),
  KEY `materials_entities_discarded` (`discard_boundary`,`forbidden`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `materials_staging` (
  `import_id` bigint(20) NOT NULL,
  `attempt` int(10) unsigned NOT NULL,
  `line` bigint(20) NOT NULL,
  `material_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `title` varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `url` varchar(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `tag_id` bigint(20) DEFAULT NULL,
  `content_hash` binary(32) NOT NULL,
  PRIMARY KEY (`import_id`,`attempt`,`line`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `materials_touched` (
  `import_id` bigint(20) NOT NULL,
  `material_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  PRIMARY KEY (`import_id`,`material_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `nico_tags` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `tag_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `name` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `linked_tags` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `recorded_at` datetime(6) NOT NULL,
  `import_id` bigint(20) NOT NULL,
  `replaced` tinyint(1) NOT NULL DEFAULT 0,
  `content_hash` binary(32) NOT NULL,
  `previous_version_no` bigint(20) DEFAULT NULL,
  `changed_fields` int(10) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `nico_tags_version` (`tag_id`,`version_no`),
  KEY `nico_tags_event_version` (`event_type`,`tag_id`,`version_no`),
  KEY `nico_tags_event_id` (`event_type`,`id`),
  KEY `nico_tags_created` (`created_at`),
  KEY `nico_tags_import` (`import_id`,`replaced`,`tag_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `nico_tags_entities` (
  `tag_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `latest_event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  `forbidden` tinyint(1) NOT NULL,
  PRIMARY KEY (`tag_id`),
  KEY `nico_tags_entities_discarded` (`discard_boundary`,`forbidden`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `nico_tags_linked_tags` (
  `word` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `version_id` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  PRIMARY KEY (`word`,`created_at`,`version_id`),
  KEY `nico_tags_linked_tags_version` (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `nico_tags_staging` (
  `import_id` bigint(20) NOT NULL,
  `attempt` int(10) unsigned NOT NULL,
  `line` bigint(20) NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `name` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `linked_tags` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `content_hash` binary(32) NOT NULL,
  PRIMARY KEY (`import_id`,`attempt`,`line`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `nico_tags_touched` (
  `import_id` bigint(20) NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  PRIMARY KEY (`import_id`,`tag_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `password_attempts` (
  `bucket` char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `attempts` int(10) unsigned NOT NULL,
  `since` datetime(6) NOT NULL,
  PRIMARY KEY (`bucket`),
  KEY `password_attempts_since` (`since`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `policy_revision` (
  `id` tinyint(3) unsigned NOT NULL,
  `revision` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `posts` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `post_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `title` varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `url` varchar(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `tag_ids` longtext NOT NULL CHECK (json_valid(`tag_ids`)),
  `parent_post_ids` longtext NOT NULL CHECK (json_valid(`parent_post_ids`)),
  `recorded_at` datetime(6) NOT NULL,
  `import_id` bigint(20) NOT NULL,
  `replaced` tinyint(1) NOT NULL DEFAULT 0,
  `content_hash` binary(32) NOT NULL,
  `previous_version_no` bigint(20) DEFAULT NULL,
  `changed_fields` int(10) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `posts_version` (`post_id`,`version_no`),
  KEY `posts_event_version` (`event_type`,`post_id`,`version_no`),
  KEY `posts_event_id` (`event_type`,`id`),
  KEY `posts_created` (`created_at`),
  KEY `posts_at` (`post_id`,`created_at`,`version_no`),
  KEY `posts_import` (`import_id`,`replaced`,`post_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `posts_entities` (
  `post_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `latest_event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  `forbidden` tinyint(1) NOT NULL,
  PRIMARY KEY (`post_id`),
  KEY `posts_entities_discarded` (`discard_boundary`,`forbidden`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `posts_parent_post_ids` (
  `parent_post_id` bigint(20) NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `version_id` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `post_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  PRIMARY KEY (`parent_post_id`,`created_at`,`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `posts_staging` (
  `import_id` bigint(20) NOT NULL,
  `attempt` int(10) unsigned NOT NULL,
  `line` bigint(20) NOT NULL,
  `post_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `title` varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `url` varchar(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `tag_ids` mediumtext CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `parent_post_ids` mediumtext CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `content_hash` binary(32) NOT NULL,
  PRIMARY KEY (`import_id`,`attempt`,`line`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `posts_tag_ids` (
  `tag_id` bigint(20) NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `version_id` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `post_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  PRIMARY KEY (`tag_id`,`created_at`,`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `posts_touched` (
  `import_id` bigint(20) NOT NULL,
  `post_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  PRIMARY KEY (`import_id`,`post_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `processes` (
  `id` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `host` varchar(255) NOT NULL,
  `pid` int(10) unsigned NOT NULL,
  `version` varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `started_at` datetime(6) NOT NULL,
  `heartbeat_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `processes_heartbeat` (`heartbeat_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `queue_messages` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `queue` varchar(80) NOT NULL,
  `body` mediumtext NOT NULL,
  `sent_at` datetime(6) NOT NULL,
  `visible_at` datetime(6) NOT NULL,
  `receive_count` int(10) unsigned NOT NULL DEFAULT 0,
  `receipt` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `dead_at` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `queue_messages_due` (`queue`,`dead_at`,`visible_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `scheduled_tasks` (
  `name` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `every_seconds` int(10) unsigned NOT NULL,
  `registered_at` datetime(6) NOT NULL,
  `next_run_at` datetime(6) NOT NULL,
  `last_started_at` datetime(6) DEFAULT NULL,
  `last_finished_at` datetime(6) DEFAULT NULL,
  `last_error` varchar(1000) DEFAULT NULL,
  `lease_token` char(36) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL,
  `lease_until` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `scheduler_tick` (
  `id` tinyint(3) unsigned NOT NULL,
  `last_tick_at` datetime(6) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `schema_migrations` (
  `version` int(10) unsigned NOT NULL,
  `name` varchar(100) NOT NULL,
  `sha256` char(64) NOT NULL,
  `statements_done` int(10) unsigned NOT NULL,
  `finished_at` datetime(6) DEFAULT NULL,
  PRIMARY KEY (`version`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `sessions` (
  `id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `user_id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `token` varchar(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `expires_at` datetime(3) NOT NULL,
  `ip_address` text DEFAULT NULL,
  `user_agent` text DEFAULT NULL,
  `impersonated_by` varchar(64) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `sessions_token` (`token`),
  KEY `sessions_user` (`user_id`),
  KEY `sessions_ended` (`expires_at`),
  CONSTRAINT `sessions_of_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tags` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `tag_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `name` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `category` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `recorded_at` datetime(6) NOT NULL,
  `import_id` bigint(20) NOT NULL,
  `replaced` tinyint(1) NOT NULL DEFAULT 0,
  `content_hash` binary(32) NOT NULL,
  `previous_version_no` bigint(20) DEFAULT NULL,
  `changed_fields` int(10) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `tags_version` (`tag_id`,`version_no`),
  KEY `tags_event_version` (`event_type`,`tag_id`,`version_no`),
  KEY `tags_event_id` (`event_type`,`id`),
  KEY `tags_created` (`created_at`),
  KEY `tags_import` (`import_id`,`replaced`,`tag_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tags_entities` (
  `tag_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `latest_event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  `forbidden` tinyint(1) NOT NULL,
  PRIMARY KEY (`tag_id`),
  KEY `tags_entities_discarded` (`discard_boundary`,`forbidden`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tags_forbidden_names` (
  `tag_id` bigint(20) NOT NULL,
  `name` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `first_word` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  PRIMARY KEY (`tag_id`,`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tags_staging` (
  `import_id` bigint(20) NOT NULL,
  `attempt` int(10) unsigned NOT NULL,
  `line` bigint(20) NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `name` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `category` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `content_hash` binary(32) NOT NULL,
  PRIMARY KEY (`import_id`,`attempt`,`line`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tags_touched` (
  `import_id` bigint(20) NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  PRIMARY KEY (`import_id`,`tag_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_descriptions` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `tag_id` bigint(20) NOT NULL,
  `language_code` varchar(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `body` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `recorded_at` datetime(6) NOT NULL,
  `import_id` bigint(20) NOT NULL,
  `replaced` tinyint(1) NOT NULL DEFAULT 0,
  `content_hash` binary(32) NOT NULL,
  `previous_version_no` bigint(20) DEFAULT NULL,
  `changed_fields` int(10) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `tag_descriptions_version` (`tag_id`,`language_code`,`version_no`),
  KEY `tag_descriptions_event_version` (`event_type`,`tag_id`,`language_code`,`version_no`),
  KEY `tag_descriptions_event_id` (`event_type`,`id`),
  KEY `tag_descriptions_created` (`created_at`),
  KEY `tag_descriptions_import` (`import_id`,`replaced`,`tag_id`,`language_code`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_descriptions_entities` (
  `tag_id` bigint(20) NOT NULL,
  `language_code` varchar(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `latest_event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  `forbidden` tinyint(1) NOT NULL,
  PRIMARY KEY (`tag_id`,`language_code`),
  KEY `tag_descriptions_entities_discarded` (`discard_boundary`,`forbidden`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_descriptions_staging` (
  `import_id` bigint(20) NOT NULL,
  `attempt` int(10) unsigned NOT NULL,
  `line` bigint(20) NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `language_code` varchar(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `body` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `content_hash` binary(32) NOT NULL,
  PRIMARY KEY (`import_id`,`attempt`,`line`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_descriptions_touched` (
  `import_id` bigint(20) NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `language_code` varchar(35) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  PRIMARY KEY (`import_id`,`tag_id`,`language_code`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_groups` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `tag_group_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `name` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `tag_ids` longtext NOT NULL CHECK (json_valid(`tag_ids`)),
  `recorded_at` datetime(6) NOT NULL,
  `import_id` bigint(20) NOT NULL,
  `replaced` tinyint(1) NOT NULL DEFAULT 0,
  `content_hash` binary(32) NOT NULL,
  `previous_version_no` bigint(20) DEFAULT NULL,
  `changed_fields` int(10) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `tag_groups_version` (`tag_group_id`,`version_no`),
  KEY `tag_groups_event_version` (`event_type`,`tag_group_id`,`version_no`),
  KEY `tag_groups_event_id` (`event_type`,`id`),
  KEY `tag_groups_created` (`created_at`),
  KEY `tag_groups_import` (`import_id`,`replaced`,`tag_group_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_groups_entities` (
  `tag_group_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `latest_event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  `forbidden` tinyint(1) NOT NULL,
  PRIMARY KEY (`tag_group_id`),
  KEY `tag_groups_entities_discarded` (`discard_boundary`,`forbidden`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_groups_staging` (
  `import_id` bigint(20) NOT NULL,
  `attempt` int(10) unsigned NOT NULL,
  `line` bigint(20) NOT NULL,
  `tag_group_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `created_by` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `name` varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin DEFAULT NULL,
  `tag_ids` mediumtext CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `content_hash` binary(32) NOT NULL,
  PRIMARY KEY (`import_id`,`attempt`,`line`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_groups_tag_ids` (
  `tag_id` bigint(20) NOT NULL,
  `created_at` datetime(6) NOT NULL,
  `version_id` bigint(20) NOT NULL,
  `event_type` enum('create','update','discard','restore') CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `tag_group_id` bigint(20) NOT NULL,
  `version_no` bigint(20) NOT NULL,
  PRIMARY KEY (`tag_id`,`created_at`,`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `tag_groups_touched` (
  `import_id` bigint(20) NOT NULL,
  `tag_group_id` bigint(20) NOT NULL,
  `latest_version_no` bigint(20) NOT NULL,
  `discard_boundary` bigint(20) NOT NULL,
  PRIMARY KEY (`import_id`,`tag_group_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `users` (
  `id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `name` varchar(200) NOT NULL,
  `email` varchar(320) NOT NULL,
  `email_verified` tinyint(1) NOT NULL,
  `image` text DEFAULT NULL,
  `role` varchar(20) DEFAULT NULL,
  `banned` tinyint(1) DEFAULT NULL,
  `ban_reason` text DEFAULT NULL,
  `ban_expires` datetime(3) DEFAULT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `users_email` (`email`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `verifications` (
  `id` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `identifier` varchar(255) NOT NULL,
  `value` text NOT NULL,
  `expires_at` datetime(3) NOT NULL,
  `created_at` datetime(3) NOT NULL,
  `updated_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `verifications_identifier` (`identifier`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `wirings` (
  `host` varchar(255) NOT NULL,
  `pid` int(10) unsigned NOT NULL,
  `name` varchar(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `secret` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `exports` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `recorded_at` datetime(6) NOT NULL,
  PRIMARY KEY (`host`,`pid`,`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
