-- People, how they prove who they are, what staff did, and the platform's own small tables.

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The one clock of every rule in SQL. Tests replace its body to move time; the server's clock follows it.
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';

-- Time-ordered ids for rows that SQL makes itself; the server makes the others.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  role text NOT NULL CHECK (role IN ('user', 'performer', 'admin')),
  email citext UNIQUE CHECK (length(email) <= 254),
  email_verified_at timestamptz,
  username text UNIQUE CHECK (username ~ '^[a-z0-9_.]{3,30}$'),
  username_changed_at timestamptz,
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 80),
  password_hash text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('pending_email', 'active', 'suspended', 'closing', 'closed')),
  status_reason text,
  status_until timestamptz,
  avatar_file_id uuid,
  cover_file_id uuid,
  country text CHECK (country ~ '^[A-Z]{2}$'),
  locale text,
  theme text NOT NULL DEFAULT 'system' CHECK (theme IN ('light', 'dark', 'system')),
  timezone text NOT NULL DEFAULT 'UTC',
  -- What staff may do: support, moderation, compliance, finance, content, settings, owner.
  permissions text[] NOT NULL DEFAULT '{}',
  -- Raised by everything that takes access away, so that what was addressed before is refused.
  access_epoch integer NOT NULL DEFAULT 0,
  terms_accepted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX accounts_by_role ON accounts (role, created_at DESC);

-- A name once used leads to its account for ever and is never given to somebody else.
CREATE TABLE former_usernames (
  username text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  given_up_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts,
  token_hash bytea NOT NULL UNIQUE,
  remember boolean NOT NULL,
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 400),
  address inet,
  country text,
  authenticated_at timestamptz NOT NULL DEFAULT app_now(),
  last_seen_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX sessions_by_account ON sessions (account_id, created_at DESC);

-- Links and tickets that work once: mail confirmation, password reset, token log-in, socket tickets.
CREATE TABLE one_time_tokens (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  session_id uuid REFERENCES sessions,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password', 'log_in', 'socket')),
  detail jsonb NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX one_time_tokens_by_account ON one_time_tokens (account_id, purpose);
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);

CREATE TABLE performers (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  tagline text NOT NULL DEFAULT '' CHECK (length(tagline) <= 120),
  bio text NOT NULL DEFAULT '' CHECK (length(bio) <= 3000),
  date_of_birth date,
  gender text, sexual_orientation text, height text, weight text, body_type text,
  ethnicity text, butt_size text, hair_color text, eye_color text,
  city text NOT NULL DEFAULT '', state text NOT NULL DEFAULT '',
  languages text[] NOT NULL DEFAULT '{}',
  links jsonb NOT NULL DEFAULT '[]',
  categories text[] NOT NULL DEFAULT '{}',
  who_may_write text NOT NULL DEFAULT 'everyone' CHECK (who_may_write IN ('everyone', 'followers', 'subscribers', 'paid')),
  welcome_message text NOT NULL DEFAULT '',
  welcome_video_file_id uuid,
  commission_bp integer CHECK (commission_bp BETWEEN 0 AND 10000),
  -- Rolled up every second from counter_deltas; no request updates them.
  followers bigint NOT NULL DEFAULT 0, subscribers bigint NOT NULL DEFAULT 0, likes bigint NOT NULL DEFAULT 0,
  feeds bigint NOT NULL DEFAULT 0, videos bigint NOT NULL DEFAULT 0, photos bigint NOT NULL DEFAULT 0,
  products bigint NOT NULL DEFAULT 0, views bigint NOT NULL DEFAULT 0,
  is_verified boolean GENERATED ALWAYS AS (verification_status = 'approved') STORED,
  verification_status text NOT NULL DEFAULT 'draft'
    CHECK (verification_status IN ('draft', 'submitted', 'in_review', 'approved', 'more_info', 'rejected', 'expired', 'revoked')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX performers_listed ON performers (updated_at DESC, account_id) WHERE verification_status = 'approved';
CREATE INDEX performers_by_followers ON performers (followers DESC, account_id) WHERE verification_status = 'approved';
CREATE INDEX performers_in_review ON performers (verification_status, updated_at);

-- One review of a performer's papers; the newest row is the present one. Names and birth dates are sealed by the application.
CREATE TABLE verifications (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts,
  status text NOT NULL CHECK (status IN ('draft', 'submitted', 'in_review', 'approved', 'more_info', 'rejected', 'expired', 'revoked')),
  sealed_identity bytea,
  reason text,
  field_reasons jsonb NOT NULL DEFAULT '{}',
  submitted_at timestamptz,
  decided_by uuid REFERENCES accounts,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX verifications_by_performer ON verifications (performer_id, created_at DESC);

-- Papers lie encrypted, apart from other media; storage_key is never addressed from outside.
CREATE TABLE verification_documents (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  verification_id uuid NOT NULL REFERENCES verifications,
  kind text NOT NULL CHECK (kind IN ('id_front', 'id_back', 'selfie_with_id', 'address', 'tax')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'expired')),
  field_reasons jsonb NOT NULL DEFAULT '{}',
  mime text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  storage_key text NOT NULL UNIQUE,
  key_id text NOT NULL,
  expires_on date,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX verification_documents_by_verification ON verification_documents (verification_id, kind, created_at DESC);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  actor_id uuid,
  action text NOT NULL,
  target_type text NOT NULL DEFAULT '',
  target_id text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  before jsonb,
  after jsonb,
  address inet,
  request_id text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX audit_log_by_target ON audit_log (target_type, target_id, id DESC);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_by uuid,
  updated_at timestamptz NOT NULL DEFAULT app_now()
);

-- What a keyed request was answered, for replays. The money tables keep their own unique keys for ever; this may be pruned.
CREATE TABLE idempotent_replies (
  account_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  body_hash bytea NOT NULL,
  status integer,
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, route, key)
);
CREATE INDEX idempotent_replies_by_age ON idempotent_replies (created_at);

-- Facts written in the transaction that made them true. Readers follow (xid, id) behind the oldest running transaction,
-- so none is missed and none is read before it is committed.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_in_order ON events (xid, id);
CREATE INDEX events_by_age ON events (created_at);
CREATE TABLE event_cursors (
  consumer text PRIMARY KEY,
  xid xid8 NOT NULL,
  id bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- A process that runs jobs says so every few seconds; one that went silent has its jobs taken back.
CREATE TABLE workers (
  id text PRIMARY KEY,
  heartbeat_at timestamptz NOT NULL DEFAULT now()
);

-- Mail goes out from here; where no SMTP is configured it stays and the outbox page shows it.
CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  to_address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed', 'kept')),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz
);
CREATE INDEX mails_newest ON mails (created_at DESC);

-- Counts are appended in the transaction of what they count and rolled up each second.
CREATE TABLE counter_deltas (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL CHECK (subject IN ('performer', 'item', 'comment', 'poll_option')),
  subject_id uuid NOT NULL,
  counter text NOT NULL,
  delta bigint NOT NULL
);
