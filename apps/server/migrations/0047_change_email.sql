-- An account moves to another e-mail address once both addresses have said yes.

CREATE TABLE email_changes (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  -- The session that asked: it stays when the others end.
  session_id uuid NOT NULL,
  present_email citext NOT NULL CHECK (length(present_email) <= 254),
  new_email citext NOT NULL CHECK (length(new_email) <= 254),
  present_hash bytea NOT NULL UNIQUE,
  new_hash bytea NOT NULL UNIQUE,
  present_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'replaced', 'refused')),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (status <> 'done' OR (present_confirmed_at IS NOT NULL AND new_confirmed_at IS NOT NULL))
);
CREATE UNIQUE INDEX email_changes_one_open ON email_changes (account_id) WHERE status = 'open';
CREATE INDEX email_changes_by_age ON email_changes (created_at);
