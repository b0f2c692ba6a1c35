-- Reports of items, comments and people. A case gathers the reports of one target until it is decided.
-- additive

CREATE TABLE report_cases (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  target_type text NOT NULL CHECK (target_type IN ('feed', 'video', 'gallery', 'photo', 'product', 'comment', 'performer', 'user')),
  target_id uuid NOT NULL,
  -- Whose the target is.
  author_id uuid NOT NULL REFERENCES accounts (id),
  -- The most urgent of its reports.
  category text NOT NULL CHECK (category IN ('illegal', 'minor', 'non_consensual', 'copyright', 'spam', 'impersonation', 'harassment', 'other')),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'triaged', 'actioned', 'dismissed', 'appealed', 'closed')),
  due_at timestamptz NOT NULL,
  -- The target as it was when it was first reported.
  snapshot jsonb NOT NULL,
  assigned_to uuid REFERENCES accounts (id),
  action text CHECK (action IN ('hide', 'remove', 'delete_comment', 'suspend', 'dismiss')),
  -- The statement of reasons.
  statement text NOT NULL DEFAULT '' CHECK (length(statement) <= 2000),
  -- What the target's status was before the action, to restore it.
  status_before text,
  decided_by uuid REFERENCES accounts (id),
  decided_at timestamptz,
  appeal_until timestamptz,
  -- SHA-256 of the secret in the link that was mailed to the author.
  appeal_secret_hash bytea,
  appeal_text text CHECK (length(appeal_text) <= 2000),
  appealed_at timestamptz,
  appeal_outcome text CHECK (appeal_outcome IN ('upheld', 'reversed')),
  appeal_statement text NOT NULL DEFAULT '' CHECK (length(appeal_statement) <= 2000),
  appeal_decided_by uuid REFERENCES accounts (id),
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (state IN ('open', 'triaged') OR (action IS NOT NULL AND decided_at IS NOT NULL)),
  -- Who decides an appeal is not who decided before.
  CHECK (appeal_decided_by IS NULL OR appeal_decided_by <> decided_by)
);
-- One case of a target waits at a time.
CREATE UNIQUE INDEX report_cases_live ON report_cases (target_type, target_id) WHERE state IN ('open', 'triaged', 'appealed');
CREATE INDEX report_cases_waiting ON report_cases (due_at, id) WHERE state IN ('open', 'triaged', 'appealed');
CREATE INDEX report_cases_by_due ON report_cases (due_at, id);
CREATE INDEX report_cases_of_author ON report_cases (author_id, created_at DESC, id DESC);
CREATE INDEX report_cases_of_target ON report_cases (target_type, target_id, created_at DESC);
CREATE INDEX report_cases_to_close ON report_cases (appeal_until) WHERE state = 'actioned';
CREATE INDEX report_cases_to_delete ON report_cases (updated_at) WHERE state IN ('dismissed', 'closed');

CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  case_id uuid NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
  -- Null for someone without an account, who leaves an address.
  reporter_id uuid REFERENCES accounts (id),
  email citext CHECK (length(email::text) <= 254),
  category text NOT NULL CHECK (category IN ('illegal', 'minor', 'non_consensual', 'copyright', 'spam', 'impersonation', 'harassment', 'other')),
  text text NOT NULL DEFAULT '' CHECK (length(text) <= 2000),
  good_faith boolean NOT NULL DEFAULT false,
  locale text,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX reports_of_account ON reports (case_id, reporter_id) WHERE reporter_id IS NOT NULL;
CREATE UNIQUE INDEX reports_of_address ON reports (case_id, email) WHERE reporter_id IS NULL AND email IS NOT NULL;
CREATE INDEX reports_of_case ON reports (case_id, created_at, id);
CREATE INDEX reports_by_reporter ON reports (reporter_id, created_at DESC, id DESC) WHERE reporter_id IS NOT NULL;

-- The files of a reported target. They are not deleted while the case may still be decided or appealed.
CREATE TABLE report_files (
  case_id uuid NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files (id),
  PRIMARY KEY (case_id, file_id)
);
CREATE INDEX report_files_by_file ON report_files (file_id);
