-- All tables of the first release. What came before it is not carried over: later changes are files of their own.
-- needs: app_now, audit_chain_entries_refuse_change, audit_log_refuse_change, audit_queue_for_chain, closed_countries_changed
-- needs: feed_search_changed, ledger_entries_balance, ledger_refuse_frozen_payout, listing_changed, refuse_change
-- needs: refuse_early_terms_delete, username_skeleton, uuid_v7

CREATE EXTENSION citext;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

-- The tables of the test gateway, which the product reads only through its API.
CREATE SCHEMA fake_stripe;

CREATE TABLE accounts (
  id uuid NOT NULL DEFAULT uuid_v7(),
  role text NOT NULL,
  email citext,
  email_verified_at timestamptz,
  username text,
  username_changed_at timestamptz,
  name text NOT NULL DEFAULT '',
  password_hash text,
  status text NOT NULL DEFAULT 'active',
  status_reason text,
  status_until timestamptz,
  avatar_file_id uuid,
  cover_file_id uuid,
  country text,
  locale text,
  theme text NOT NULL DEFAULT 'system',
  timezone text NOT NULL DEFAULT 'UTC',
  -- What staff may do: support, moderation, compliance, finance, content, settings, owner.
  permissions text[] NOT NULL DEFAULT '{}',
  -- Incremented by everything that takes access away, so that media addresses signed before are refused.
  access_epoch integer NOT NULL DEFAULT 0,
  terms_accepted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  age_assurance text NOT NULL DEFAULT 'none',
  age_assurance_until timestamptz,
  -- The newest version of the terms that was accepted; copied here so that identifying a request needs no join.
  terms_version text COLLATE "C" NOT NULL DEFAULT '',
  username_skeleton text GENERATED ALWAYS AS (username_skeleton(username)) STORED,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_username_key UNIQUE (username),
  CONSTRAINT accounts_age_assurance_check CHECK (age_assurance IN ('none', 'declared', 'assured')),
  CONSTRAINT accounts_country_check CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT accounts_email_check CHECK (length(email::text) <= 254),
  CONSTRAINT accounts_name_check CHECK (length(name) <= 80),
  CONSTRAINT accounts_role_check CHECK (role IN ('user', 'performer', 'admin')),
  CONSTRAINT accounts_status_check CHECK (status IN ('pending_email', 'active', 'suspended', 'closing', 'closed')),
  CONSTRAINT accounts_theme_check CHECK (theme IN ('light', 'dark', 'system')),
  CONSTRAINT accounts_username_check CHECK (username ~ '^[a-z0-9_.]{3,30}$')
);
CREATE INDEX accounts_by_role ON accounts (role, created_at DESC);
CREATE INDEX accounts_by_name_trigram ON accounts USING gin (name gin_trgm_ops);
CREATE INDEX accounts_by_username_trigram ON accounts USING gin (username gin_trgm_ops);
-- Not unique: names that were taken before the rule existed stay.
CREATE INDEX accounts_by_skeleton ON accounts (username_skeleton);
CREATE INDEX accounts_newest ON accounts (created_at DESC, id DESC);
CREATE INDEX accounts_out_of_use ON accounts (status, created_at DESC, id DESC) WHERE (status <> 'active');
CREATE INDEX accounts_suspended_until ON accounts (status_until) WHERE ((status = 'suspended') AND (status_until IS NOT NULL));
CREATE CONSTRAINT TRIGGER accounts_change_listing AFTER UPDATE OF name, username, status, role, country, locale ON accounts
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((new.role = 'performer')) EXECUTE FUNCTION listing_changed();

-- A former username redirects to its account for ever and is never given to another account.
CREATE TABLE former_usernames (
  username text NOT NULL,
  account_id uuid NOT NULL,
  given_up_at timestamptz NOT NULL DEFAULT app_now(),
  username_skeleton text GENERATED ALWAYS AS (username_skeleton(username)) STORED,
  CONSTRAINT former_usernames_pkey PRIMARY KEY (username),
  CONSTRAINT former_usernames_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX former_usernames_by_skeleton ON former_usernames (username_skeleton);
CREATE INDEX former_usernames_of_account ON former_usernames (account_id);

CREATE TABLE sessions (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  remember boolean NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  address inet,
  country text,
  authenticated_at timestamptz NOT NULL DEFAULT app_now(),
  last_seen_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- Set where the session was opened with a second factor, or one was set up in it. Staff need it.
  second_factor_at timestamptz,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT sessions_user_agent_check CHECK (length(user_agent) <= 400)
);
CREATE INDEX sessions_by_account ON sessions (account_id, created_at DESC);

-- Tokens that work once: email verification, password reset, token log-in, socket tickets, second factor, confirmation codes.
CREATE TABLE one_time_tokens (
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  session_id uuid,
  purpose text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT one_time_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT one_time_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  CONSTRAINT one_time_tokens_purpose_check CHECK (purpose IN ('verify_email', 'reset_password', 'log_in', 'socket', 'second_factor', 'confirm'))
);
CREATE INDEX one_time_tokens_by_account ON one_time_tokens (account_id, purpose);
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);

CREATE TABLE performers (
  account_id uuid NOT NULL,
  tagline text NOT NULL DEFAULT '',
  bio text NOT NULL DEFAULT '',
  date_of_birth date,
  gender text,
  sexual_orientation text,
  height text,
  weight text,
  body_type text,
  ethnicity text,
  butt_size text,
  hair_color text,
  eye_color text,
  city text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  languages text[] NOT NULL DEFAULT '{}',
  links jsonb NOT NULL DEFAULT '[]',
  categories text[] NOT NULL DEFAULT '{}',
  who_may_write text NOT NULL DEFAULT 'everyone',
  welcome_message text NOT NULL DEFAULT '',
  welcome_video_file_id uuid,
  commission_bp integer,
  -- Rolled up from counter_deltas every second; no request updates them.
  followers bigint NOT NULL DEFAULT 0,
  subscribers bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  feeds bigint NOT NULL DEFAULT 0,
  videos bigint NOT NULL DEFAULT 0,
  photos bigint NOT NULL DEFAULT 0,
  products bigint NOT NULL DEFAULT 0,
  views bigint NOT NULL DEFAULT 0,
  is_verified boolean GENERATED ALWAYS AS ((verification_status = 'approved'::text)) STORED,
  verification_status text NOT NULL DEFAULT 'draft',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  -- The date of birth is part of the verification; the age is shown only to those whom the performer allows.
  hidden_fields text[] NOT NULL DEFAULT '{age}',
  -- Hundredths of a token.
  first_message_price bigint,
  -- After a change of payout details: the owner of an account that was taken over is warned before anything is paid out.
  payouts_frozen_until timestamptz,
  -- Declared by the performer for everything they publish.
  is_adult boolean NOT NULL DEFAULT false,
  CONSTRAINT performers_pkey PRIMARY KEY (account_id),
  CONSTRAINT performers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT performers_bio_check CHECK (length(bio) <= 3000),
  CONSTRAINT performers_commission_bp_check CHECK ((commission_bp >= 0) AND (commission_bp <= 10000)),
  CONSTRAINT performers_first_message_price_check CHECK (first_message_price > 0),
  CONSTRAINT performers_tagline_check CHECK (length(tagline) <= 120),
  CONSTRAINT performers_verification_status_check CHECK (verification_status IN ('draft', 'submitted', 'in_review', 'approved', 'more_info', 'rejected', 'expired', 'revoked')),
  CONSTRAINT performers_who_may_write_check CHECK (who_may_write IN ('everyone', 'followers', 'subscribers', 'paid'))
);
CREATE INDEX performers_in_review ON performers (verification_status, updated_at);
CREATE CONSTRAINT TRIGGER performers_change_listing AFTER INSERT OR UPDATE OF tagline, date_of_birth, gender, sexual_orientation, height, weight, body_type, ethnicity, butt_size, hair_color, eye_color, city, state, languages, categories, hidden_fields, verification_status, is_adult, updated_at ON performers
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION listing_changed();

-- One review of a performer's identity documents; the newest row is the current one. Names and dates of birth are encrypted by the application.
CREATE TABLE verifications (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  status text NOT NULL,
  encrypted_identity bytea,
  reason text,
  field_reasons jsonb NOT NULL DEFAULT '{}',
  submitted_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT verifications_pkey PRIMARY KEY (id),
  CONSTRAINT verifications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT verifications_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT verifications_status_check CHECK (status IN ('draft', 'submitted', 'in_review', 'approved', 'more_info', 'rejected', 'expired', 'revoked'))
);
CREATE INDEX verifications_by_performer ON verifications (performer_id, created_at DESC);

-- Identity documents are stored encrypted, apart from other media; storage_key is never part of an address.
CREATE TABLE verification_documents (
  id uuid NOT NULL DEFAULT uuid_v7(),
  verification_id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  field_reasons jsonb NOT NULL DEFAULT '{}',
  mime text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  storage_key text NOT NULL,
  key_id text NOT NULL,
  expires_on date,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- How many days before its expiry the owner was last reminded: 30, 7, or 0 on the day itself.
  reminded_days smallint,
  CONSTRAINT verification_documents_pkey PRIMARY KEY (id),
  CONSTRAINT verification_documents_storage_key_key UNIQUE (storage_key),
  CONSTRAINT verification_documents_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications(id),
  CONSTRAINT verification_documents_kind_check CHECK (kind IN ('id_front', 'id_back', 'selfie_with_id', 'address', 'tax')),
  CONSTRAINT verification_documents_status_check CHECK (status IN ('pending', 'approved', 'rejected', 'expired'))
);
CREATE INDEX verification_documents_by_verification ON verification_documents (verification_id, kind, created_at DESC);
CREATE INDEX verification_documents_by_expiry ON verification_documents (expires_on) WHERE ((status = 'approved') AND (expires_on IS NOT NULL));

CREATE TABLE audit_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  actor_id uuid,
  action text NOT NULL,
  target_type text NOT NULL DEFAULT '',
  target_id text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  before jsonb,
  after jsonb,
  address inet,
  request_id text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_newest ON audit_log (created_at DESC, id DESC);
CREATE INDEX audit_log_by_target ON audit_log (target_type, target_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_action ON audit_log (action text_pattern_ops, created_at DESC, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_only_erases BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_log_refuse_change();
CREATE TRIGGER audit_log_queue_for_chain AFTER INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_queue_for_chain();

CREATE TABLE settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_by uuid,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);

-- Responses to requests with an idempotency key, for replays. The money tables keep their own unique keys for ever; this may be pruned.
CREATE TABLE idempotent_replies (
  account_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status integer,
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT idempotent_replies_pkey PRIMARY KEY (account_id, route, key),
  CONSTRAINT idempotent_replies_key_check CHECK ((length(key) >= 1) AND (length(key) <= 200))
);
CREATE INDEX idempotent_replies_by_age ON idempotent_replies (created_at);

-- Events, written in the transaction that caused them. Consumers follow (xid, id) behind the oldest running transaction,
-- so none is missed and none is read before it is committed.
CREATE TABLE events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT events_in_order PRIMARY KEY (xid, id)
);

CREATE TABLE event_cursors (
  consumer text NOT NULL,
  xid xid8 NOT NULL,
  id bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT event_cursors_pkey PRIMARY KEY (consumer)
);

-- Heartbeats of worker processes; the jobs of one whose heartbeat stopped are released.
CREATE TABLE workers (
  id text NOT NULL,
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT workers_pkey PRIMARY KEY (id)
);

-- Outgoing email; where no SMTP server is configured it stays here and the outbox page shows it.
CREATE TABLE mails (
  id uuid NOT NULL DEFAULT uuid_v7(),
  to_address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'queued',
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz,
  encrypted_secret bytea,
  reply_to text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_reply_to_check CHECK (length(reply_to) <= 254),
  CONSTRAINT mails_status_check CHECK (status IN ('queued', 'sent', 'failed', 'stored'))
);
CREATE INDEX mails_newest ON mails (created_at DESC);
CREATE INDEX mails_by_address ON mails (to_address, kind, created_at DESC);

-- Changes of counters, appended in the transaction of what they count and rolled up every second.
CREATE TABLE counter_deltas (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject text NOT NULL,
  subject_id uuid NOT NULL,
  counter text NOT NULL,
  delta bigint NOT NULL,
  CONSTRAINT counter_deltas_pkey PRIMARY KEY (id),
  CONSTRAINT counter_deltas_subject_check CHECK (subject IN ('performer', 'item', 'comment', 'poll_option'))
);

-- `balance` is a snapshot; the balance is the snapshot plus the tail. Amounts are whole hundredths of a token (TOK) or
-- minor units of a currency.
CREATE TABLE ledger_accounts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  owner_id uuid,
  currency text NOT NULL,
  may_be_negative boolean GENERATED ALWAYS AS ((kind = 'gateway_clearing'::text)) STORED,
  balance bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_kind_owner_id_currency_key UNIQUE NULLS NOT DISTINCT (kind, owner_id, currency),
  CONSTRAINT ledger_account_not_below_zero CHECK ((kind = 'gateway_clearing') OR (balance >= 0)),
  CONSTRAINT ledger_accounts_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('fan_wallet', 'fan_bonus', 'performer_pending', 'performer_available', 'performer_reserve', 'performer_in_payout', 'escrow', 'platform_fees', 'gateway_clearing', 'token_float', 'tax'))
) WITH (fillfactor=70);

CREATE TABLE ledger_transactions (
  id uuid NOT NULL,
  -- Unique for ever: a charge can't be posted twice, however often its request is repeated.
  key text NOT NULL,
  reason text NOT NULL,
  reverses uuid,
  actor_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transactions_key_key UNIQUE (key),
  CONSTRAINT ledger_transactions_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger_transactions(id),
  CONSTRAINT ledger_transactions_key_check CHECK ((length(key) >= 1) AND (length(key) <= 400)),
  CONSTRAINT ledger_transactions_reason_check CHECK (reason IN ('top_up', 'tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream', 'subscription', 'release', 'refund', 'dispute', 'dispute_won', 'payout_request', 'payout_paid', 'payout_cancelled', 'hold', 'capture', 'hold_release', 'adjustment', 'bonus'))
);
CREATE UNIQUE INDEX ledger_transactions_reversed_once ON ledger_transactions (reverses) WHERE ((reverses IS NOT NULL) AND (reason <> 'refund'));
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_freeze BEFORE INSERT ON ledger_transactions
  FOR EACH ROW WHEN ((new.reason = ANY (ARRAY['payout_request', 'payout_paid']))) EXECUTE FUNCTION ledger_refuse_frozen_payout();

-- No foreign key to the account: its check would lock the credited row, which thousands of payers share.
-- ledger_post resolves the ids itself and the checker proves that each exists.
CREATE TABLE ledger_entries (
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  account_id bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (transaction_id, line),
  CONSTRAINT ledger_entries_amount_check CHECK (amount <> 0)
);
CREATE TRIGGER ledger_entries_add_up AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Credits not yet folded into their account's snapshot.
CREATE TABLE ledger_tail (
  account_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT ledger_tail_pkey PRIMARY KEY (account_id, transaction_id, line)
);

-- The hash chain: one link a transaction, added within two seconds of its commit and never inside the charge.
CREATE TABLE ledger_chain_links (
  sequence bigint NOT NULL,
  transaction_id uuid NOT NULL,
  hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  chained_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ledger_chain_links_pkey PRIMARY KEY (sequence),
  CONSTRAINT ledger_chain_links_transaction_id_key UNIQUE (transaction_id),
  CONSTRAINT ledger_chain_links_hash_check CHECK (length(hash) = 32),
  CONSTRAINT ledger_chain_links_previous_hash_check CHECK (length(previous_hash) = 32)
);
CREATE TRIGGER ledger_chain_links_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_chain_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE files (
  id uuid NOT NULL DEFAULT uuid_v7(),
  owner_id uuid NOT NULL,
  kind text NOT NULL,
  -- Where it was uploaded for: feed-photo, feed-video, feed-audio, feed-thumbnail, feed-teaser, avatar, cover, comment …
  purpose text NOT NULL,
  original_name text NOT NULL DEFAULT '',
  mime text NOT NULL DEFAULT '',
  bytes bigint NOT NULL DEFAULT 0,
  sha256 bytea,
  phash bytea,
  width integer,
  height integer,
  duration_ms integer,
  average_color text,
  status text NOT NULL DEFAULT 'uploading',
  -- True as soon as the lowest rendition of a video, or everything a photo or audio file needs, can be shown.
  is_playable boolean NOT NULL DEFAULT false,
  progress smallint NOT NULL DEFAULT 0,
  error_code text,
  attempts smallint NOT NULL DEFAULT 0,
  -- Storage key of the original; used outside only for downloads that the access rules allow.
  original_key text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  unreferenced_since timestamptz,
  -- Per cent of the upright image: {x, y, width, height}.
  crop jsonb,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_original_key_key UNIQUE (original_key),
  CONSTRAINT files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  CONSTRAINT files_average_color_check CHECK (average_color ~ '^#[0-9a-f]{6}$'),
  CONSTRAINT files_kind_check CHECK (kind IN ('photo', 'video', 'audio', 'document', 'thumbnail', 'teaser', 'digital')),
  CONSTRAINT files_original_name_check CHECK (length(original_name) <= 255),
  CONSTRAINT files_progress_check CHECK ((progress >= 0) AND (progress <= 100)),
  CONSTRAINT files_status_check CHECK (status IN ('uploading', 'uploaded', 'scanning', 'processing', 'ready', 'failed', 'blocked', 'deleted'))
);
CREATE INDEX files_by_owner ON files (owner_id, purpose, created_at DESC);
CREATE INDEX files_unfinished ON files (status, updated_at) WHERE (status = ANY (ARRAY['uploading', 'uploaded', 'scanning', 'processing']));
CREATE INDEX files_unreferenced ON files (unreferenced_since) WHERE (unreferenced_since IS NOT NULL);
CREATE INDEX files_failed ON files (updated_at) WHERE (status = 'failed');
CREATE INDEX files_of_owner ON files (owner_id, id);

-- One row per addressable variant of a file: photo sizes, HLS master, poster, sprite, waveform, the locked preview.
CREATE TABLE file_variants (
  file_id uuid NOT NULL,
  name text NOT NULL,
  -- Kind in the media registry, which decides storage class, address form and caching.
  kind text NOT NULL,
  -- A file, or for HLS the folder that holds playlist and segments.
  storage_key text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  width integer,
  height integer,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT file_variants_pkey PRIMARY KEY (file_id, name),
  CONSTRAINT file_variants_storage_key_key UNIQUE (storage_key),
  CONSTRAINT file_variants_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);

-- Everything published has one row here: posts (kind feed), galleries, videos, photos and products share gate, status and counters.
CREATE TABLE items (
  id uuid NOT NULL DEFAULT uuid_v7(),
  kind text NOT NULL,
  performer_id uuid NOT NULL,
  title text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  status text NOT NULL,
  status_reason text,
  publish_at timestamptz,
  published_at timestamptz,
  expires_at timestamptz,
  gate_type text NOT NULL DEFAULT 'public',
  gate_plan_ids uuid[] NOT NULL DEFAULT '{}',
  -- Hundredths of a token.
  gate_price bigint,
  gate_free_for_subscribers boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  is_pinned boolean NOT NULL DEFAULT false,
  -- Rolled up from counter_deltas every second.
  views bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  comments bigint NOT NULL DEFAULT 0,
  bookmarks bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT items_pkey PRIMARY KEY (id),
  CONSTRAINT items_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT items_check CHECK ((gate_type <> 'paid') OR (gate_price IS NOT NULL)),
  CONSTRAINT items_check1 CHECK ((status <> 'published') OR (published_at IS NOT NULL)),
  CONSTRAINT items_gate_price_check CHECK (gate_price > 0),
  CONSTRAINT items_gate_type_check CHECK (gate_type IN ('public', 'followers', 'subscribers', 'plan', 'paid', 'list')),
  CONSTRAINT items_kind_check CHECK (kind IN ('feed', 'gallery', 'video', 'photo', 'product')),
  CONSTRAINT items_status_check CHECK (status IN ('draft', 'scheduled', 'processing', 'pending_review', 'published', 'hidden', 'removed', 'archived')),
  CONSTRAINT items_text_check CHECK (length(text) <= 10000),
  CONSTRAINT items_title_check CHECK (length(title) <= 200)
);
CREATE INDEX items_of_performer ON items (performer_id, kind, published_at DESC, id DESC) WHERE (status = 'published');
CREATE INDEX items_in_studio ON items (performer_id, kind, updated_at DESC, id DESC);
CREATE INDEX items_waiting ON items (publish_at) WHERE (status = ANY (ARRAY['scheduled', 'processing']));
CREATE INDEX items_expiring ON items (expires_at) WHERE ((status = 'published') AND (expires_at IS NOT NULL));
CREATE INDEX items_newest ON items (kind, published_at DESC, id DESC) WHERE (status = 'published');
CREATE INDEX items_pinned ON items (performer_id, kind, published_at DESC) WHERE (is_pinned AND (status = 'published'));
CREATE TRIGGER items_refresh_search AFTER INSERT OR UPDATE OF title, text, tags, status, gate_type, published_at ON items
  FOR EACH ROW WHEN ((new.kind = 'feed')) EXECUTE FUNCTION feed_search_changed();

CREATE TABLE item_files (
  item_id uuid NOT NULL,
  file_id uuid NOT NULL,
  role text NOT NULL,
  position integer NOT NULL DEFAULT 0,
  CONSTRAINT item_files_pkey PRIMARY KEY (item_id, file_id, role),
  CONSTRAINT item_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT item_files_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT item_files_role_check CHECK (role IN ('main', 'thumbnail', 'teaser', 'cover'))
);
CREATE INDEX item_files_by_file ON item_files (file_id);

CREATE TABLE feeds (
  item_id uuid NOT NULL,
  type text NOT NULL,
  CONSTRAINT feeds_pkey PRIMARY KEY (item_id),
  CONSTRAINT feeds_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT feeds_type_check CHECK (type IN ('text', 'photo', 'video', 'audio', 'poll'))
);

CREATE TABLE polls (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  item_id uuid,
  question text NOT NULL,
  ends_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT polls_pkey PRIMARY KEY (id),
  CONSTRAINT polls_item_id_key UNIQUE (item_id),
  CONSTRAINT polls_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT polls_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT polls_question_check CHECK ((length(question) >= 1) AND (length(question) <= 300))
);

CREATE TABLE poll_options (
  id uuid NOT NULL DEFAULT uuid_v7(),
  poll_id uuid NOT NULL,
  position smallint NOT NULL,
  text text NOT NULL,
  votes bigint NOT NULL DEFAULT 0,
  CONSTRAINT poll_options_pkey PRIMARY KEY (id),
  CONSTRAINT poll_options_poll_id_position_key UNIQUE (poll_id, "position"),
  CONSTRAINT poll_options_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES polls(id) ON DELETE CASCADE,
  CONSTRAINT poll_options_position_check CHECK (("position" >= 0) AND ("position" <= 9)),
  CONSTRAINT poll_options_text_check CHECK ((length(text) >= 1) AND (length(text) <= 120))
);

CREATE TABLE poll_votes (
  poll_id uuid NOT NULL,
  account_id uuid NOT NULL,
  option_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT poll_votes_pkey PRIMARY KEY (poll_id, account_id),
  CONSTRAINT poll_votes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT poll_votes_option_id_fkey FOREIGN KEY (option_id) REFERENCES poll_options(id) ON DELETE CASCADE,
  CONSTRAINT poll_votes_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES polls(id) ON DELETE CASCADE
);
CREATE INDEX poll_votes_of_account ON poll_votes (account_id, poll_id);

CREATE TABLE comments (
  id uuid NOT NULL DEFAULT uuid_v7(),
  item_id uuid NOT NULL,
  author_id uuid NOT NULL,
  -- One reply level: a reply's parent has none.
  parent_id uuid,
  text text NOT NULL,
  file_id uuid,
  likes bigint NOT NULL DEFAULT 0,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id),
  CONSTRAINT comments_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT comments_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comments(id),
  CONSTRAINT comments_text_check CHECK ((length(text) >= 1) AND (length(text) <= 1000))
);
CREATE INDEX comments_of_item ON comments (item_id, created_at DESC, id DESC) WHERE (parent_id IS NULL);
CREATE INDEX comments_replies ON comments (parent_id, created_at, id) WHERE (parent_id IS NOT NULL);
-- For the export of an account's data.
CREATE INDEX comments_of_author ON comments (author_id, id);
CREATE INDEX comments_of_item_by_change ON comments (item_id, updated_at DESC, id DESC) WHERE (parent_id IS NULL);
CREATE INDEX comments_replies_by_change ON comments (parent_id, updated_at, id) WHERE (parent_id IS NOT NULL);

-- like or bookmark, unique per account and object. Objects: feed, gallery, video, photo, product, performer, comment.
CREATE TABLE reactions (
  account_id uuid NOT NULL,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT reactions_pkey PRIMARY KEY (account_id, object_id, action),
  CONSTRAINT reactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT reactions_action_check CHECK (action IN ('like', 'bookmark')),
  CONSTRAINT reactions_object_type_check CHECK (object_type IN ('feed', 'gallery', 'video', 'photo', 'product', 'performer', 'comment'))
);
CREATE INDEX reactions_bookmarks ON reactions (account_id, object_type, created_at DESC, object_id) WHERE (action = 'bookmark');

-- No foreign key to the performer: its check would lock a row that a million followers share.
CREATE TABLE follows (
  follower_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT follows_pkey PRIMARY KEY (follower_id, performer_id),
  CONSTRAINT follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES accounts(id)
);
CREATE INDEX follows_of_performer ON follows (performer_id, created_at DESC, follower_id);
CREATE INDEX follows_newest ON follows (follower_id, created_at DESC, performer_id);

CREATE TABLE blocks (
  blocker_id uuid NOT NULL,
  blocked_id uuid NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  CONSTRAINT blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES accounts(id),
  CONSTRAINT blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES accounts(id),
  CONSTRAINT blocks_check CHECK (blocker_id <> blocked_id)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id, blocker_id);
CREATE INDEX blocks_newest ON blocks (blocker_id, created_at DESC, blocked_id DESC);

CREATE TABLE country_blocks (
  performer_id uuid NOT NULL,
  country text NOT NULL,
  CONSTRAINT country_blocks_pkey PRIMARY KEY (performer_id, country),
  CONSTRAINT country_blocks_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT country_blocks_country_check CHECK (country ~ '^[A-Z]{2}$')
);
CREATE INDEX country_blocks_by_country ON country_blocks (country, performer_id);
CREATE TRIGGER country_blocks_close_listing AFTER INSERT ON country_blocks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION closed_countries_changed();
CREATE TRIGGER country_blocks_open_listing AFTER DELETE ON country_blocks REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION closed_countries_changed();

-- A view counts once per viewer and day.
CREATE TABLE views (
  item_id uuid NOT NULL,
  viewer text NOT NULL,
  viewed_on date NOT NULL,
  CONSTRAINT views_pkey PRIMARY KEY (item_id, viewer, viewed_on)
);
CREATE INDEX views_of_account ON views (viewer, viewed_on, item_id) WHERE (viewer !~~ 'visitor:%');

-- The home feed of each active fan, written when a post is published.
CREATE TABLE feed_inbox (
  account_id uuid NOT NULL,
  published_at timestamptz NOT NULL,
  item_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  CONSTRAINT feed_inbox_pkey PRIMARY KEY (account_id, published_at, item_id)
);
CREATE INDEX feed_inbox_of_pair ON feed_inbox (account_id, performer_id);

CREATE TABLE plans (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  -- Length of a period in months; a bundle has more than one, a yearly plan twelve.
  months integer NOT NULL,
  -- Currency minor units for one whole period; null for the free plan.
  price bigint,
  discount_pct integer NOT NULL DEFAULT 0,
  perks text[] NOT NULL DEFAULT '{}',
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT plans_pkey PRIMARY KEY (id),
  CONSTRAINT plans_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT plans_check CHECK ((type = 'free') = (price IS NULL)),
  CONSTRAINT plans_discount_pct_check CHECK ((discount_pct >= 0) AND (discount_pct <= 90)),
  CONSTRAINT plans_months_check CHECK ((months >= 1) AND (months <= 24)),
  CONSTRAINT plans_name_check CHECK ((length(name) >= 1) AND (length(name) <= 60)),
  CONSTRAINT plans_price_check CHECK (price > 0),
  CONSTRAINT plans_type_check CHECK (type IN ('free', 'monthly', 'bundle', 'yearly'))
);
CREATE INDEX plans_of_performer ON plans (performer_id, "position") WHERE active;
CREATE INDEX plans_by_performer ON plans (performer_id, "position", id);
CREATE CONSTRAINT TRIGGER plans_change_listing AFTER INSERT OR DELETE OR UPDATE ON plans
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION listing_changed();

CREATE TABLE cards (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  gateway text NOT NULL,
  gateway_ref text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  exp_month smallint NOT NULL,
  exp_year smallint NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT cards_pkey PRIMARY KEY (id),
  CONSTRAINT cards_gateway_gateway_ref_key UNIQUE (gateway, gateway_ref),
  CONSTRAINT cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT cards_exp_month_check CHECK ((exp_month >= 1) AND (exp_month <= 12)),
  CONSTRAINT cards_last4_check CHECK (last4 ~ '^[0-9]{4}$')
);
CREATE UNIQUE INDEX cards_one_default ON cards (account_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE INDEX cards_of_account ON cards (account_id, created_at DESC) WHERE (deleted_at IS NULL);

CREATE TABLE subscriptions (
  id uuid NOT NULL DEFAULT uuid_v7(),
  fan_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  plan_id uuid,
  type text NOT NULL,
  status text NOT NULL,
  payment_gateway text NOT NULL DEFAULT 'wallet',
  card_id uuid,
  -- Currency minor units a period; locked for the life of the subscription.
  price_locked bigint NOT NULL DEFAULT 0,
  months integer NOT NULL DEFAULT 1,
  started_at timestamptz NOT NULL DEFAULT app_now(),
  current_period_end timestamptz,
  -- Access is granted while this is in the future, and by nothing else.
  access_until timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  next_retry_at timestamptz,
  retry_count smallint NOT NULL DEFAULT 0,
  period_number integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  -- Period ends are counted in months from here, so that one that began on the 31st ends on the last day of each month.
  anchor_at timestamptz NOT NULL DEFAULT app_now(),
  anchor_periods integer NOT NULL DEFAULT 1,
  -- The idempotency key of the request that began it.
  key text,
  body_hash bytea,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_requested_once UNIQUE (fan_id, key),
  CONSTRAINT subscriptions_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  CONSTRAINT subscriptions_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts(id),
  CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT subscriptions_status_check CHECK (status IN ('incomplete', 'active', 'trialing', 'past_due', 'expired', 'revoked')),
  CONSTRAINT subscriptions_type_check CHECK (type IN ('free', 'trial', 'monthly', 'bundle', 'yearly', 'gift'))
);
-- One active subscription a pair.
CREATE UNIQUE INDEX subscriptions_live ON subscriptions (fan_id, performer_id) WHERE (status = ANY (ARRAY['incomplete', 'active', 'trialing', 'past_due']));
CREATE INDEX subscriptions_access ON subscriptions (fan_id, performer_id, access_until DESC);
CREATE INDEX subscriptions_due ON subscriptions (current_period_end) WHERE (status = ANY (ARRAY['active', 'trialing']));
CREATE INDEX subscriptions_retrying ON subscriptions (next_retry_at) WHERE (status = 'past_due');
CREATE INDEX subscriptions_of_fan ON subscriptions (fan_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_fan_by_start ON subscriptions (fan_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer ON subscriptions (performer_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer_by_start ON subscriptions (performer_id, created_at DESC, id DESC);

-- Charges in tokens. Immutable except for the status. No foreign keys to rows that many payers share.
CREATE TABLE charges (
  id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  user_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  type text NOT NULL,
  target_id uuid NOT NULL,
  -- Hundredths of a token.
  tokens bigint NOT NULL,
  -- The payer's balance right after, so that a repeated request gets the same receipt.
  balance_after bigint NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  note text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'succeeded',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT charges_pkey PRIMARY KEY (id),
  CONSTRAINT charges_are_postings CHECK (transaction_id = id),
  CONSTRAINT charges_status_check CHECK (status IN ('succeeded', 'partially_refunded', 'refunded', 'disputed')),
  CONSTRAINT charges_tokens_check CHECK (tokens > 0),
  CONSTRAINT charges_type_check CHECK (type IN ('tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream', 'subscription'))
);
CREATE INDEX charges_of_user ON charges (user_id, created_at DESC, id DESC);
CREATE INDEX charges_changed ON charges (user_id, updated_at DESC, id DESC) WHERE (updated_at > created_at);

CREATE TABLE earnings (
  id uuid NOT NULL,
  charge_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  type text NOT NULL,
  -- Hundredths of a token: gross = fee + net.
  gross bigint NOT NULL,
  fee_bp integer NOT NULL,
  fee bigint NOT NULL,
  net bigint NOT NULL,
  -- Currency a token was worth when it was earned, in millionths of the currency's unit.
  token_value_micro bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  available_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT earnings_pkey PRIMARY KEY (id),
  CONSTRAINT earnings_are_charges CHECK (charge_id = id),
  CONSTRAINT earnings_check CHECK (gross = (fee + net)),
  CONSTRAINT earnings_fee_bp_check CHECK ((fee_bp >= 0) AND (fee_bp <= 10000)),
  CONSTRAINT earnings_fee_check CHECK (fee >= 0),
  CONSTRAINT earnings_gross_check CHECK (gross > 0),
  CONSTRAINT earnings_net_check CHECK (net >= 0),
  CONSTRAINT earnings_status_check CHECK (status IN ('pending', 'available', 'in_payout', 'paid', 'reversed')),
  CONSTRAINT earnings_token_value_micro_check CHECK (token_value_micro > 0)
);
CREATE INDEX earnings_of_performer ON earnings (performer_id, created_at DESC, id DESC);
CREATE INDEX earnings_to_release ON earnings (available_at) WHERE (status = 'pending');

-- Entitlements: one active row per account and object; a refund or dispute revokes it.
CREATE TABLE purchases (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT purchases_pkey PRIMARY KEY (id),
  CONSTRAINT purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT purchases_object_type_check CHECK (object_type IN ('feed', 'gallery', 'video', 'photo', 'product', 'message', 'stream'))
);
CREATE UNIQUE INDEX purchases_live ON purchases (account_id, object_id) WHERE (revoked_at IS NULL);
CREATE INDEX purchases_of_account ON purchases (account_id, created_at DESC);

CREATE TABLE payment_transactions (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  purpose text NOT NULL,
  -- Minor units of the site currency, and the hundredths of a token that it buys.
  amount bigint NOT NULL,
  currency text NOT NULL,
  tokens bigint NOT NULL,
  gateway text NOT NULL,
  gateway_ref text,
  card_id uuid,
  subscription_id uuid,
  status text NOT NULL DEFAULT 'created',
  failure_code text,
  action_url text,
  attempts integer NOT NULL DEFAULT 0,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  -- Minor units that went back to the card so far.
  amount_refunded bigint NOT NULL DEFAULT 0,
  -- The period of the subscription that this payment pays for.
  period_number integer,
  -- Set in the transaction that credits what was paid, so that nothing is credited twice.
  credited_at timestamptz,
  CONSTRAINT payment_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT payment_transactions_account_id_key_key UNIQUE (account_id, key),
  CONSTRAINT payment_transactions_gateway_gateway_ref_key UNIQUE (gateway, gateway_ref),
  CONSTRAINT payment_transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_transactions_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  CONSTRAINT payment_transactions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  CONSTRAINT payment_transactions_amount_check CHECK (amount > 0),
  CONSTRAINT payment_transactions_check CHECK ((amount_refunded >= 0) AND (amount_refunded <= amount)),
  CONSTRAINT payment_transactions_purpose_check CHECK (purpose IN ('top_up', 'subscription')),
  CONSTRAINT payment_transactions_status_check CHECK (status IN ('created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled', 'partially_refunded', 'refunded', 'disputed', 'dispute_won', 'dispute_lost')),
  CONSTRAINT payment_transactions_tokens_check CHECK (tokens > 0)
);
CREATE INDEX payment_transactions_of_account ON payment_transactions (account_id, updated_at DESC, id DESC);
CREATE INDEX payment_transactions_open ON payment_transactions (updated_at) WHERE (status = ANY (ARRAY['created', 'requires_action', 'processing']));
CREATE INDEX payment_transactions_of_account_by_start ON payment_transactions (account_id, created_at DESC, id DESC);
-- For the counts on the staff dashboard.
CREATE INDEX payment_transactions_disputed ON payment_transactions (updated_at) WHERE (status = 'disputed');

CREATE TABLE token_packages (
  id uuid NOT NULL DEFAULT uuid_v7(),
  name text NOT NULL,
  tokens bigint NOT NULL,
  bonus bigint NOT NULL DEFAULT 0,
  price bigint NOT NULL,
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT token_packages_pkey PRIMARY KEY (id),
  CONSTRAINT token_packages_bonus_check CHECK (bonus >= 0),
  CONSTRAINT token_packages_price_check CHECK (price > 0),
  CONSTRAINT token_packages_tokens_check CHECK (tokens > 0)
);

-- Webhooks, stored raw: unique per gateway and event, acknowledged at once, processed in order afterwards.
CREATE TABLE gateway_events (
  id uuid NOT NULL DEFAULT uuid_v7(),
  gateway text NOT NULL,
  event_id text NOT NULL,
  object_ref text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  processed_at timestamptz,
  outcome text,
  CONSTRAINT gateway_events_pkey PRIMARY KEY (id),
  CONSTRAINT gateway_events_gateway_event_id_key UNIQUE (gateway, event_id)
);
CREATE INDEX gateway_events_waiting ON gateway_events (object_ref, received_at) WHERE (processed_at IS NULL);

CREATE TABLE fake_stripe.objects (
  id text NOT NULL,
  kind text NOT NULL,
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT objects_pkey PRIMARY KEY (id)
);
CREATE INDEX fake_stripe_objects_by_kind ON fake_stripe.objects (kind, created_at);

CREATE TABLE fake_stripe.idempotency (
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply jsonb NOT NULL,
  status integer NOT NULL,
  CONSTRAINT idempotency_pkey PRIMARY KEY (key)
);

CREATE TABLE fake_stripe.deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  event jsonb NOT NULL,
  deliver_at timestamptz NOT NULL DEFAULT app_now(),
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX fake_stripe_deliveries_due ON fake_stripe.deliveries (deliver_at) WHERE (delivered_at IS NULL);

-- Times of failed login attempts in the last hour, at most ten. A bucket is the hash of an account, of an unknown name, or of a known device.
CREATE TABLE sign_in_attempts (
  bucket bytea NOT NULL,
  attempted_at timestamptz[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (bucket),
  CONSTRAINT sign_in_attempts_attempted_at_check CHECK (cardinality(attempted_at) <= 10)
);
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (updated_at);

-- Devices on which the owner has signed in: they have login attempts of their own, so that strangers can't lock the owner out.
CREATE TABLE known_devices (
  account_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT known_devices_pkey PRIMARY KEY (account_id, device_hash),
  CONSTRAINT known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- Transactions not yet in the hash chain. A queue and not a cursor over times or transaction ids: those jump when a database is restored elsewhere.
CREATE TABLE ledger_unchained (
  transaction_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT ledger_unchained_pkey PRIMARY KEY (transaction_id)
);

CREATE TABLE gateway_customers (
  account_id uuid NOT NULL,
  gateway text NOT NULL,
  gateway_ref text NOT NULL,
  CONSTRAINT gateway_customers_pkey PRIMARY KEY (account_id, gateway),
  CONSTRAINT gateway_customers_gateway_ref_key UNIQUE (gateway_ref),
  CONSTRAINT gateway_customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE payment_retries (
  account_id uuid NOT NULL,
  key text NOT NULL,
  payment_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT payment_retries_pkey PRIMARY KEY (account_id, key),
  CONSTRAINT payment_retries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_retries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment_transactions(id),
  CONSTRAINT payment_retries_key_check CHECK ((length(key) >= 1) AND (length(key) <= 200))
);

CREATE TABLE payout_freezes (
  id uuid NOT NULL DEFAULT uuid_v7(),
  -- Null: frozen by the ledger check.
  frozen_by uuid,
  reason text NOT NULL,
  -- Violated rules and the number of violations, as the ledger check found them.
  findings jsonb NOT NULL DEFAULT '{}',
  frozen_at timestamptz NOT NULL DEFAULT app_now(),
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  CONSTRAINT payout_freezes_pkey PRIMARY KEY (id),
  CONSTRAINT payout_freezes_frozen_by_fkey FOREIGN KEY (frozen_by) REFERENCES accounts(id),
  CONSTRAINT payout_freezes_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES accounts(id),
  CONSTRAINT payout_freezes_lift_reason_check CHECK ((length(lift_reason) >= 3) AND (length(lift_reason) <= 500)),
  CONSTRAINT payout_freezes_lifted_by_staff CHECK (num_nulls(lifted_by, lifted_at, lift_reason) = ANY (ARRAY[0, 3])),
  CONSTRAINT payout_freezes_reason_check CHECK ((length(reason) >= 1) AND (length(reason) <= 500))
);
CREATE UNIQUE INDEX payout_freezes_one_at_a_time ON payout_freezes ((true)) WHERE (lifted_at IS NULL);

CREATE TABLE posts (
  id uuid NOT NULL DEFAULT uuid_v7(),
  slug text NOT NULL,
  locale text NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL DEFAULT '',
  html text NOT NULL,
  updated_by uuid,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  is_published boolean NOT NULL DEFAULT true,
  CONSTRAINT posts_pkey PRIMARY KEY (id),
  CONSTRAINT posts_slug_locale_key UNIQUE (slug, locale),
  CONSTRAINT posts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(id),
  CONSTRAINT posts_html_check CHECK (length(html) <= 200000),
  CONSTRAINT posts_locale_check CHECK ((locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$') AND (length(locale) <= 20)),
  CONSTRAINT posts_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') AND (length(slug) <= 80)),
  CONSTRAINT posts_summary_check CHECK (length(summary) <= 500),
  CONSTRAINT posts_title_check CHECK ((length(title) >= 1) AND (length(title) <= 200)),
  CONSTRAINT posts_type_check CHECK (type IN ('page', 'news'))
);

CREATE TABLE addresses (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  name text NOT NULL,
  line1 text NOT NULL,
  line2 text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  postal_code text NOT NULL,
  country text NOT NULL,
  phone text NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT addresses_pkey PRIMARY KEY (id),
  CONSTRAINT addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT addresses_city_check CHECK ((length(city) >= 1) AND (length(city) <= 100)),
  CONSTRAINT addresses_country_check CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT addresses_line1_check CHECK ((length(line1) >= 1) AND (length(line1) <= 200)),
  CONSTRAINT addresses_line2_check CHECK (length(line2) <= 200),
  CONSTRAINT addresses_name_check CHECK ((length(name) >= 1) AND (length(name) <= 100)),
  CONSTRAINT addresses_phone_check CHECK (length(phone) <= 30),
  CONSTRAINT addresses_postal_code_check CHECK (length(postal_code) <= 20),
  CONSTRAINT addresses_state_check CHECK (length(state) <= 100)
);
CREATE INDEX addresses_of_account ON addresses (account_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX addresses_one_default ON addresses (account_id) WHERE is_default;

-- At most one per account. Active once a code has confirmed it; each code works once, so the last accepted time step is stored.
CREATE TABLE authenticator_apps (
  account_id uuid NOT NULL,
  encrypted_secret bytea NOT NULL,
  key_id text NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (account_id),
  CONSTRAINT authenticator_apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- 80 random bits each, so a plain hash is enough.
CREATE TABLE recovery_codes (
  account_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE passkeys (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  -- The signature counter. A lower value than before means a cloned passkey. Many passkeys always send zero.
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT passkeys_counter_check CHECK (counter >= 0),
  CONSTRAINT passkeys_credential_id_check CHECK ((length(credential_id) >= 1) AND (length(credential_id) <= 1023)),
  CONSTRAINT passkeys_name_check CHECK ((length(name) >= 1) AND (length(name) <= 60))
);
CREATE INDEX passkeys_by_account ON passkeys (account_id, created_at);

-- Challenges that a passkey signs: once, within five minutes. Without an account where the passkey itself identifies it.
CREATE TABLE passkey_challenges (
  challenge_hash bytea NOT NULL,
  account_id uuid,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT passkey_challenges_purpose_check CHECK (purpose IN ('register', 'sign_in', 'second_factor'))
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

CREATE TABLE email_changes (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  -- The requesting session: it stays valid when the others are revoked.
  session_id uuid NOT NULL,
  present_email citext NOT NULL,
  new_email citext NOT NULL,
  present_hash bytea NOT NULL,
  new_hash bytea NOT NULL,
  present_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  status text NOT NULL DEFAULT 'open',
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_new_hash_key UNIQUE (new_hash),
  CONSTRAINT email_changes_present_hash_key UNIQUE (present_hash),
  CONSTRAINT email_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT email_changes_check CHECK ((status <> 'done') OR ((present_confirmed_at IS NOT NULL) AND (new_confirmed_at IS NOT NULL))),
  CONSTRAINT email_changes_new_email_check CHECK (length(new_email::text) <= 254),
  CONSTRAINT email_changes_present_email_check CHECK (length(present_email::text) <= 254),
  CONSTRAINT email_changes_status_check CHECK (status IN ('open', 'done', 'replaced', 'refused'))
);
CREATE UNIQUE INDEX email_changes_one_open ON email_changes (account_id) WHERE (status = 'open');
CREATE INDEX email_changes_by_age ON email_changes (created_at);
CREATE INDEX email_changes_of_account ON email_changes (account_id);

-- New followers, subscribers and likes per day. Written by the roll-up of counters.
CREATE TABLE performer_days (
  performer_id uuid NOT NULL,
  day date NOT NULL,
  followers bigint NOT NULL DEFAULT 0,
  subscribers bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  CONSTRAINT performer_days_pkey PRIMARY KEY (performer_id, day),
  CONSTRAINT performer_days_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id)
);
CREATE INDEX performer_days_by_day ON performer_days (day);

-- The public lists: one row per performer who is approved and active. Written by refresh_listing.
CREATE TABLE performer_listings (
  performer_id uuid NOT NULL,
  -- Filter values: 'gender:female', 'country:JP', 'language:ja', 'category:ceramics', 'free:true'.
  terms text[] NOT NULL,
  -- Minor units a month of the cheapest paid plan.
  price bigint,
  search_text text NOT NULL,
  vector tsvector NOT NULL,
  name_key text NOT NULL,
  born_on date,
  age_band text,
  updated_at timestamptz NOT NULL,
  listed_at timestamptz NOT NULL,
  -- Followers and rank as of the last minute.
  followers bigint NOT NULL,
  score double precision NOT NULL,
  why text NOT NULL,
  why_category text,
  username text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  -- Countries that the performer blocked.
  closed_to text[] NOT NULL DEFAULT '{}',
  -- Each term is a lexeme, so that any combination of filters is one parameter of one statement.
  facets tsvector NOT NULL GENERATED ALWAYS AS (array_to_tsvector(terms)) STORED,
  CONSTRAINT performer_listings_pkey PRIMARY KEY (performer_id),
  CONSTRAINT performer_listings_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT performer_listings_check CHECK ((why = 'popular_in') = (why_category IS NOT NULL)),
  CONSTRAINT performer_listings_why_check CHECK (why IN ('new_this_week', 'popular_in', 'popular_this_week', 'most_followed'))
);
CREATE INDEX performer_listings_by_search_text ON performer_listings USING gin (search_text gin_trgm_ops);
CREATE INDEX performer_listings_by_vector ON performer_listings USING gin (vector);
CREATE INDEX performer_listings_by_price ON performer_listings (price);
CREATE INDEX performer_listings_by_beginning ON performer_listings ("left"(search_text, 40) COLLATE "C", performer_id);
CREATE INDEX performer_listings_by_username ON performer_listings (username COLLATE "C");
CREATE INDEX performer_listings_by_hash ON performer_listings (uuid_hash_extended(performer_id, (0)::bigint));
CREATE INDEX performer_listings_by_update ON performer_listings (updated_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_followers ON performer_listings (followers DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_name ON performer_listings (name_key, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_age ON performer_listings (listed_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_score ON performer_listings (score DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_facet ON performer_listings USING gin (facets);

-- The search index of published posts: the title, and the text where everybody may read it.
CREATE TABLE feed_search (
  item_id uuid NOT NULL,
  published_at timestamptz NOT NULL,
  title text NOT NULL,
  vector tsvector NOT NULL,
  CONSTRAINT feed_search_pkey PRIMARY KEY (item_id),
  CONSTRAINT feed_search_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
);
CREATE INDEX feed_search_by_vector ON feed_search USING gin (vector);
CREATE INDEX feed_search_by_title ON feed_search USING gin (title gin_trgm_ops);
CREATE INDEX feed_search_by_date ON feed_search (published_at DESC, item_id);

-- Search terms per day. Who searched is not stored: a mark is a hash with the day's salt, which is deleted with the day.
CREATE TABLE keyword_days (
  keyword text NOT NULL,
  day date NOT NULL,
  searches bigint NOT NULL DEFAULT 1,
  visitors bigint NOT NULL DEFAULT 1,
  CONSTRAINT keyword_days_pkey PRIMARY KEY (keyword, day),
  CONSTRAINT keyword_days_keyword_check CHECK ((length(keyword) >= 1) AND (length(keyword) <= 60))
);
CREATE INDEX keyword_days_by_day ON keyword_days (day, visitors DESC);

CREATE TABLE keyword_salts (
  day date NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT keyword_salts_pkey PRIMARY KEY (day)
);

CREATE TABLE keyword_marks (
  mark bytea NOT NULL,
  day date NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT keyword_marks_pkey PRIMARY KEY (mark)
);
CREATE INDEX keyword_marks_by_day ON keyword_marks (day);

-- Payout details of a performer (`bank` and `gateways`), encrypted as a whole. The version refuses the second of two concurrent edits.
CREATE TABLE payout_details (
  performer_id uuid NOT NULL,
  kind text NOT NULL,
  encrypted bytea NOT NULL,
  version integer NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT payout_details_pkey PRIMARY KEY (performer_id, kind),
  CONSTRAINT payout_details_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT payout_details_kind_check CHECK (kind IN ('bank', 'gateways')),
  CONSTRAINT payout_details_version_check CHECK (version > 0)
);

CREATE TABLE promos (
  id uuid NOT NULL DEFAULT uuid_v7(),
  title text NOT NULL,
  url text NOT NULL,
  image_file_id uuid NOT NULL,
  position text NOT NULL,
  ordering integer NOT NULL DEFAULT 0,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  updated_by uuid,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT promos_pkey PRIMARY KEY (id),
  CONSTRAINT promos_image_file_id_fkey FOREIGN KEY (image_file_id) REFERENCES files(id),
  CONSTRAINT promos_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(id),
  CONSTRAINT promos_check CHECK (ends_at > starts_at),
  CONSTRAINT promos_ordering_check CHECK ((ordering >= 0) AND (ordering <= 1000)),
  CONSTRAINT promos_position_check CHECK ("position" IN ('landing', 'home', 'explore')),
  CONSTRAINT promos_title_check CHECK ((length(title) >= 1) AND (length(title) <= 120)),
  CONSTRAINT promos_url_check CHECK ((url ~ '^(https?://|/([^/]|$))') AND (length(url) <= 500))
);
CREATE INDEX promos_end ON promos (ends_at);

CREATE TABLE account_closings (
  account_id uuid NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT app_now(),
  closes_at timestamptz NOT NULL,
  reminded_at timestamptz,
  closed_at timestamptz,
  -- Subscribers of a closing performer are notified in the order of their subscriptions; this is the last one notified.
  notified_through uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  CONSTRAINT account_closings_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_closings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX account_closings_due ON account_closings (closes_at) WHERE (closed_at IS NULL);
CREATE INDEX account_closings_done ON account_closings (closed_at) WHERE (closed_at IS NOT NULL);

-- Age assurance checks. A visitor's check belongs to the browser that has its secret.
CREATE TABLE age_checks (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid,
  secret_hash bytea,
  method text NOT NULL,
  state text NOT NULL,
  -- The provider and its reference for the check.
  provider text,
  provider_reference text,
  decided_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT age_checks_pkey PRIMARY KEY (id),
  CONSTRAINT age_checks_provider_provider_reference_key UNIQUE (provider, provider_reference),
  CONSTRAINT age_checks_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT age_checks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT age_checks_method_check CHECK ((length(method) >= 1) AND (length(method) <= 40)),
  CONSTRAINT age_checks_provider_check CHECK (length(provider) <= 60),
  CONSTRAINT age_checks_provider_reference_check CHECK ((length(provider_reference) >= 1) AND (length(provider_reference) <= 200)),
  CONSTRAINT age_checks_state_check CHECK (state IN ('pending', 'passed', 'failed', 'expired'))
);
CREATE INDEX age_checks_by_account ON age_checks (account_id, created_at DESC);
CREATE INDEX age_checks_running_out ON age_checks (expires_at) WHERE (state = ANY (ARRAY['pending', 'passed']));

CREATE TABLE message_overrides (
  locale text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  updated_by uuid,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT message_overrides_pkey PRIMARY KEY (locale, key),
  CONSTRAINT message_overrides_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(id),
  CONSTRAINT message_overrides_key_check CHECK ((length(key) >= 3) AND (length(key) <= 120)),
  CONSTRAINT message_overrides_locale_check CHECK ((length(locale) >= 2) AND (length(locale) <= 20)),
  CONSTRAINT message_overrides_value_check CHECK ((length(value) >= 1) AND (length(value) <= 5000))
);

-- Sign-in with other providers: one account per identity there, and at most one identity per provider and account.
CREATE TABLE provider_identities (
  provider text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL,
  label text NOT NULL DEFAULT '',
  linked_at timestamptz NOT NULL DEFAULT app_now(),
  last_used_at timestamptz,
  CONSTRAINT provider_identities_pkey PRIMARY KEY (provider, subject),
  CONSTRAINT provider_identities_account_id_provider_key UNIQUE (account_id, provider),
  CONSTRAINT provider_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT provider_identities_label_check CHECK (length(label) <= 254),
  CONSTRAINT provider_identities_provider_check CHECK (provider IN ('google', 'twitter')),
  CONSTRAINT provider_identities_subject_check CHECK ((length(subject) >= 1) AND (length(subject) <= 255))
);

-- Responses of those providers that have been used: each works once, whatever a browser still has in its cookies.
CREATE TABLE spent_provider_answers (
  answer_hash bytea NOT NULL,
  spent_at timestamptz NOT NULL DEFAULT app_now(),
  CONSTRAINT spent_provider_answers_pkey PRIMARY KEY (answer_hash)
);
CREATE INDEX spent_provider_answers_by_age ON spent_provider_answers (spent_at);

CREATE TABLE captcha_spent (
  hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT captcha_spent_pkey PRIMARY KEY (hash)
);

-- Form submissions by network and kind within an hour, counted for all nodes together.
CREATE TABLE captcha_tries (
  bucket bytea NOT NULL,
  tried_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX captcha_tries_of ON captcha_tries (bucket, tried_at);

CREATE TABLE terms_acceptances (
  account_id uuid NOT NULL,
  -- Empty where the operator does not version the terms.
  version text COLLATE "C" NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT app_now(),
  locale text NOT NULL,
  form text NOT NULL,
  CONSTRAINT terms_acceptances_pkey PRIMARY KEY (account_id, version),
  CONSTRAINT terms_acceptances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT terms_acceptances_form_check CHECK (form IN ('fan', 'creator', 'google', 'twitter', 'terms_changed')),
  CONSTRAINT terms_acceptances_locale_check CHECK ((length(locale) >= 2) AND (length(locale) <= 20)),
  CONSTRAINT terms_acceptances_version_check CHECK (length(version) <= 20)
);
CREATE TRIGGER terms_acceptances_append_only BEFORE UPDATE OR TRUNCATE ON terms_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER terms_acceptances_refuse_early_delete BEFORE DELETE ON terms_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_early_terms_delete();

-- Requests to remove a lost second factor. Another member of staff approves, or the owner has 24 hours to cancel by email.
CREATE TABLE second_factor_removals (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  reason text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT app_now(),
  -- Null where there is no email address to warn, or the account is staff: then another member of staff has to approve.
  due_at timestamptz,
  stop_hash bytea,
  status text NOT NULL DEFAULT 'open',
  ended_at timestamptz,
  CONSTRAINT second_factor_removals_pkey PRIMARY KEY (id),
  CONSTRAINT second_factor_removals_stop_hash_key UNIQUE (stop_hash),
  CONSTRAINT second_factor_removals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT second_factor_removals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES accounts(id),
  CONSTRAINT second_factor_removals_check CHECK ((status = 'open') = (ended_at IS NULL)),
  CONSTRAINT second_factor_removals_check1 CHECK ((due_at IS NULL) = (stop_hash IS NULL)),
  CONSTRAINT second_factor_removals_reason_check CHECK ((length(reason) >= 3) AND (length(reason) <= 500)),
  CONSTRAINT second_factor_removals_status_check CHECK (status IN ('open', 'done', 'withdrawn', 'stopped')),
  CONSTRAINT second_factor_removals_stop_hash_check CHECK (length(stop_hash) = 32)
);
CREATE UNIQUE INDEX second_factor_removals_one_open ON second_factor_removals (account_id) WHERE (status = 'open');
CREATE INDEX second_factor_removals_due ON second_factor_removals (due_at) WHERE (status = 'open');

CREATE TABLE data_exports (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  -- `withdrawn`: removed early, because the account was compromised or closed.
  status text NOT NULL DEFAULT 'waiting',
  progress smallint NOT NULL DEFAULT 0,
  storage_key text,
  -- Of the archive as downloaded; on disk it is encrypted and a little longer.
  bytes bigint,
  requested_at timestamptz NOT NULL DEFAULT app_now(),
  ready_at timestamptz,
  expires_at timestamptz,
  CONSTRAINT data_exports_pkey PRIMARY KEY (id),
  CONSTRAINT data_exports_storage_key_key UNIQUE (storage_key),
  CONSTRAINT data_exports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT data_exports_check CHECK ((status = 'ready') = (storage_key IS NOT NULL)),
  CONSTRAINT data_exports_check1 CHECK ((status <> 'ready') OR (num_nulls(bytes, ready_at, expires_at) = 0)),
  CONSTRAINT data_exports_progress_check CHECK ((progress >= 0) AND (progress <= 100)),
  CONSTRAINT data_exports_status_check CHECK (status IN ('waiting', 'building', 'ready', 'failed', 'expired', 'withdrawn'))
);
CREATE UNIQUE INDEX data_exports_one_running ON data_exports (account_id) WHERE (status = ANY (ARRAY['waiting', 'building']));
CREATE INDEX data_exports_of_account ON data_exports (account_id, requested_at DESC);
CREATE INDEX data_exports_running_out ON data_exports (expires_at) WHERE (status = 'ready');
CREATE INDEX data_exports_by_age ON data_exports (requested_at);

-- Entries of the audit log that are not yet in its hash chain, with the time at which they were really written. A queue, so that writers share no row.
CREATE TABLE audit_unchained (
  entry_id bigint NOT NULL,
  written_at timestamptz NOT NULL,
  CONSTRAINT audit_unchained_pkey PRIMARY KEY (entry_id)
);

-- The position of an entry in the chain. `personal` is the digest of the fields that may be erased; without the salt they can't be found by trying.
CREATE TABLE audit_chain_entries (
  position bigint NOT NULL,
  entry_id bigint NOT NULL,
  written_at timestamptz NOT NULL,
  -- Null: erased.
  salt bytea,
  personal bytea NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_chain_entries_pkey PRIMARY KEY ("position"),
  CONSTRAINT audit_chain_entries_entry_id_key UNIQUE (entry_id),
  CONSTRAINT audit_chain_entries_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_log(id),
  CONSTRAINT audit_chain_entries_digest_check CHECK (length(digest) = 32),
  CONSTRAINT audit_chain_entries_personal_check CHECK (length(personal) = 32),
  CONSTRAINT audit_chain_entries_salt_check CHECK (length(salt) = 16)
);
CREATE TRIGGER audit_chain_entries_append_only BEFORE DELETE OR TRUNCATE ON audit_chain_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_entries_only_erase BEFORE UPDATE ON audit_chain_entries
  FOR EACH ROW EXECUTE FUNCTION audit_chain_entries_refuse_change();

-- The hash chain of the audit log: a link covers the entries of one batch.
CREATE TABLE audit_chain_links (
  number bigint NOT NULL,
  first_position bigint NOT NULL,
  last_position bigint NOT NULL,
  first_entry bigint NOT NULL,
  last_entry bigint NOT NULL,
  entries_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  chained_at timestamptz NOT NULL,
  CONSTRAINT audit_chain_links_pkey PRIMARY KEY (number),
  CONSTRAINT audit_chain_links_check CHECK (last_position >= first_position),
  CONSTRAINT audit_chain_links_entries_hash_check CHECK (length(entries_hash) = 32),
  CONSTRAINT audit_chain_links_hash_check CHECK (length(hash) = 32),
  CONSTRAINT audit_chain_links_previous_hash_check CHECK (length(previous_hash) = 32)
);
CREATE TRIGGER audit_chain_links_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_chain_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last link of a day, to be signed with a key that is not in the database.
CREATE TABLE audit_anchors (
  number bigint NOT NULL,
  day date NOT NULL,
  chain_link bigint NOT NULL,
  root bytea NOT NULL,
  CONSTRAINT audit_anchors_pkey PRIMARY KEY (number),
  CONSTRAINT audit_anchors_day_key UNIQUE (day),
  CONSTRAINT audit_anchors_chain_link_key UNIQUE (chain_link),
  CONSTRAINT audit_anchors_chain_link_fkey FOREIGN KEY (chain_link) REFERENCES audit_chain_links(number),
  CONSTRAINT audit_anchors_root_check CHECK (length(root) = 32)
);
CREATE TRIGGER audit_anchors_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- More than one per anchor after a key rotation: the new key signs what the old one had signed.
CREATE TABLE audit_signatures (
  anchor bigint NOT NULL,
  public_key bytea NOT NULL,
  signature bytea NOT NULL,
  CONSTRAINT audit_signatures_pkey PRIMARY KEY (anchor, public_key),
  CONSTRAINT audit_signatures_anchor_fkey FOREIGN KEY (anchor) REFERENCES audit_anchors(number),
  CONSTRAINT audit_signatures_public_key_check CHECK (length(public_key) = 32),
  CONSTRAINT audit_signatures_signature_check CHECK (length(signature) = 64)
);
CREATE TRIGGER audit_signatures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The result of the last check: one row.
CREATE TABLE audit_checks (
  is_last boolean NOT NULL DEFAULT true,
  checked_at timestamptz NOT NULL DEFAULT app_now(),
  entries bigint NOT NULL,
  problem text,
  problem_entry bigint,
  CONSTRAINT audit_checks_pkey PRIMARY KEY (is_last),
  CONSTRAINT audit_checks_is_last_check CHECK (is_last)
);

-- An installation starts with some packages of tokens to sell; staff change them. Prices are minor units at the default value of a token.
INSERT INTO token_packages (name, tokens, bonus, price, position) VALUES
  ('100', 10000, 0, 1000, 1), ('250', 25000, 1000, 2500, 2), ('500', 50000, 3000, 5000, 3),
  ('1,000', 100000, 8000, 10000, 4), ('2,500', 250000, 25000, 25000, 5);
