-- Everybody may take away what is kept of them: as one archive, made by a job and kept for a week.

CREATE TABLE data_exports (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  -- `withdrawn`: something happened to the account after which nobody should find it.
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'building', 'ready', 'failed', 'expired', 'withdrawn')),
  progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  storage_key text UNIQUE,
  -- Of the archive as it is handed out; on disk it is sealed and a little longer.
  bytes bigint,
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  ready_at timestamptz,
  expires_at timestamptz,
  CHECK ((status = 'ready') = (storage_key IS NOT NULL)),
  CHECK (status <> 'ready' OR num_nulls(bytes, ready_at, expires_at) = 0)
);
CREATE UNIQUE INDEX data_exports_one_running ON data_exports (account_id) WHERE status IN ('waiting', 'building');
CREATE INDEX data_exports_of_account ON data_exports (account_id, asked_at DESC);
CREATE INDEX data_exports_running_out ON data_exports (expires_at) WHERE status = 'ready';
CREATE INDEX data_exports_by_age ON data_exports (asked_at);

-- What somebody wrote, chose and looked at is found by who it was.
CREATE INDEX comments_of_author ON comments (author_id, id);
CREATE INDEX poll_votes_of_account ON poll_votes (account_id, poll_id);
CREATE INDEX views_of_account ON views (viewer, viewed_on, item_id) WHERE viewer NOT LIKE 'visitor:%';
CREATE INDEX email_changes_of_account ON email_changes (account_id);
CREATE INDEX former_usernames_of_account ON former_usernames (account_id);
CREATE INDEX plans_by_performer ON plans (performer_id, position, id);
CREATE INDEX files_of_owner ON files (owner_id, id);
