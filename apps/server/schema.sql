-- Written by `node apps/server/tools/write-schema.ts` from a migrated database. Change the migrations, then write it again.

CREATE TABLE public.account_closings (
  account_id uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL DEFAULT app_now(),
  closes_at timestamp with time zone NOT NULL,
  reminded_at timestamp with time zone,
  closed_at timestamp with time zone,
  told_through uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  CONSTRAINT account_closings_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_closings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX account_closings_done ON public.account_closings USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX account_closings_due ON public.account_closings USING btree (closes_at) WHERE (closed_at IS NULL);

CREATE TABLE public.accounts (
  id uuid NOT NULL DEFAULT uuid_v7(),
  role text NOT NULL,
  email citext,
  email_verified_at timestamp with time zone,
  username text,
  username_changed_at timestamp with time zone,
  name text NOT NULL DEFAULT ''::text,
  password_hash text,
  status text NOT NULL DEFAULT 'active'::text,
  status_reason text,
  status_until timestamp with time zone,
  avatar_file_id uuid,
  cover_file_id uuid,
  country text,
  locale text,
  theme text NOT NULL DEFAULT 'system'::text,
  timezone text NOT NULL DEFAULT 'UTC'::text,
  permissions text[] NOT NULL DEFAULT '{}'::text[],
  access_epoch integer NOT NULL DEFAULT 0,
  terms_accepted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  age_proof text NOT NULL DEFAULT 'none'::text,
  age_proof_until timestamp with time zone,
  terms_version text NOT NULL DEFAULT ''::text,
  username_skeleton text GENERATED ALWAYS AS (username_skeleton(username)) STORED,
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_username_key UNIQUE (username),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_age_proof_check CHECK ((age_proof = ANY (ARRAY['none'::text, 'declared'::text, 'assured'::text]))),
  CONSTRAINT accounts_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT accounts_email_check CHECK ((length((email)::text) <= 254)),
  CONSTRAINT accounts_name_check CHECK ((length(name) <= 80)),
  CONSTRAINT accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'performer'::text, 'admin'::text]))),
  CONSTRAINT accounts_status_check CHECK ((status = ANY (ARRAY['pending_email'::text, 'active'::text, 'suspended'::text, 'closing'::text, 'closed'::text]))),
  CONSTRAINT accounts_theme_check CHECK ((theme = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text]))),
  CONSTRAINT accounts_username_check CHECK ((username ~ '^[a-z0-9_.]{3,30}$'::text))
);
CREATE INDEX accounts_by_name_trigram ON public.accounts USING gin (name gin_trgm_ops);
CREATE INDEX accounts_by_role ON public.accounts USING btree (role, created_at DESC);
CREATE INDEX accounts_by_skeleton ON public.accounts USING btree (username_skeleton);
CREATE INDEX accounts_by_username_trigram ON public.accounts USING gin (username gin_trgm_ops);
CREATE INDEX accounts_newest ON public.accounts USING btree (created_at DESC, id DESC);
CREATE INDEX accounts_out_of_use ON public.accounts USING btree (status, created_at DESC, id DESC) WHERE (status <> 'active'::text);
CREATE INDEX accounts_suspended_until ON public.accounts USING btree (status_until) WHERE ((status = 'suspended'::text) AND (status_until IS NOT NULL));
CREATE CONSTRAINT TRIGGER accounts_change_listing AFTER UPDATE OF name, username, status, role, country, locale ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.role = 'performer'::text)) EXECUTE FUNCTION listing_changed();

CREATE TABLE public.addresses (
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
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT addresses_pkey PRIMARY KEY (id),
  CONSTRAINT addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT addresses_city_check CHECK (((length(city) >= 1) AND (length(city) <= 100))),
  CONSTRAINT addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT addresses_line1_check CHECK (((length(line1) >= 1) AND (length(line1) <= 200))),
  CONSTRAINT addresses_line2_check CHECK ((length(line2) <= 200)),
  CONSTRAINT addresses_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT addresses_phone_check CHECK ((length(phone) <= 30)),
  CONSTRAINT addresses_postal_code_check CHECK ((length(postal_code) <= 20)),
  CONSTRAINT addresses_state_check CHECK ((length(state) <= 100))
);
CREATE INDEX addresses_of_account ON public.addresses USING btree (account_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX addresses_one_default ON public.addresses USING btree (account_id) WHERE is_default;

CREATE TABLE public.age_checks (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid,
  secret_hash bytea,
  method text NOT NULL,
  state text NOT NULL,
  provider text,
  provider_reference text,
  decided_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT age_checks_provider_provider_reference_key UNIQUE (provider, provider_reference),
  CONSTRAINT age_checks_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT age_checks_pkey PRIMARY KEY (id),
  CONSTRAINT age_checks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT age_checks_method_check CHECK (((length(method) >= 1) AND (length(method) <= 40))),
  CONSTRAINT age_checks_provider_check CHECK ((length(provider) <= 60)),
  CONSTRAINT age_checks_provider_reference_check CHECK (((length(provider_reference) >= 1) AND (length(provider_reference) <= 200))),
  CONSTRAINT age_checks_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX age_checks_by_account ON public.age_checks USING btree (account_id, created_at DESC);
CREATE INDEX age_checks_running_out ON public.age_checks USING btree (expires_at) WHERE (state = ANY (ARRAY['pending'::text, 'passed'::text]));

CREATE TABLE public.audit_anchors (
  number bigint NOT NULL,
  day date NOT NULL,
  seal bigint NOT NULL,
  root bytea NOT NULL,
  CONSTRAINT audit_anchors_day_key UNIQUE (day),
  CONSTRAINT audit_anchors_seal_key UNIQUE (seal),
  CONSTRAINT audit_anchors_pkey PRIMARY KEY (number),
  CONSTRAINT audit_anchors_seal_fkey FOREIGN KEY (seal) REFERENCES audit_seals(number),
  CONSTRAINT audit_anchors_root_check CHECK ((length(root) = 32))
);
CREATE TRIGGER audit_anchors_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.audit_checks (
  is_last boolean NOT NULL DEFAULT true,
  checked_at timestamp with time zone NOT NULL DEFAULT app_now(),
  entries bigint NOT NULL,
  problem text,
  problem_entry bigint,
  CONSTRAINT audit_checks_pkey PRIMARY KEY (is_last),
  CONSTRAINT audit_checks_is_last_check CHECK (is_last)
);

CREATE TABLE public.audit_links (
  position bigint NOT NULL,
  entry_id bigint NOT NULL,
  written_at timestamp with time zone NOT NULL,
  salt bytea,
  personal bytea NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_links_entry_id_key UNIQUE (entry_id),
  CONSTRAINT audit_links_pkey PRIMARY KEY ("position"),
  CONSTRAINT audit_links_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_log(id),
  CONSTRAINT audit_links_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT audit_links_personal_check CHECK ((length(personal) = 32)),
  CONSTRAINT audit_links_salt_check CHECK ((length(salt) = 16))
);
CREATE TRIGGER audit_links_append_only BEFORE DELETE OR TRUNCATE ON public.audit_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_links_only_forget BEFORE UPDATE ON public.audit_links FOR EACH ROW EXECUTE FUNCTION audit_links_refuse_change();

CREATE TABLE public.audit_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  actor_id uuid,
  action text NOT NULL,
  target_type text NOT NULL DEFAULT ''::text,
  target_id text NOT NULL DEFAULT ''::text,
  reason text NOT NULL DEFAULT ''::text,
  before jsonb,
  after jsonb,
  address inet,
  request_id text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action text_pattern_ops, created_at DESC, id DESC);
CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_by_target ON public.audit_log USING btree (target_type, target_id, created_at DESC, id DESC);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (created_at DESC, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_only_forgets BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_refuse_change();
CREATE TRIGGER audit_log_wait_for_seal AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_wait_for_seal();

CREATE TABLE public.audit_seals (
  number bigint NOT NULL,
  first_position bigint NOT NULL,
  last_position bigint NOT NULL,
  first_entry bigint NOT NULL,
  last_entry bigint NOT NULL,
  entries_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_seals_pkey PRIMARY KEY (number),
  CONSTRAINT audit_seals_check CHECK ((last_position >= first_position)),
  CONSTRAINT audit_seals_entries_hash_check CHECK ((length(entries_hash) = 32)),
  CONSTRAINT audit_seals_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_seals_previous_hash_check CHECK ((length(previous_hash) = 32))
);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.audit_signatures (
  anchor bigint NOT NULL,
  public_key bytea NOT NULL,
  signature bytea NOT NULL,
  CONSTRAINT audit_signatures_pkey PRIMARY KEY (anchor, public_key),
  CONSTRAINT audit_signatures_anchor_fkey FOREIGN KEY (anchor) REFERENCES audit_anchors(number),
  CONSTRAINT audit_signatures_public_key_check CHECK ((length(public_key) = 32)),
  CONSTRAINT audit_signatures_signature_check CHECK ((length(signature) = 64))
);
CREATE TRIGGER audit_signatures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.audit_unsealed (
  entry_id bigint NOT NULL,
  written_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_unsealed_pkey PRIMARY KEY (entry_id)
);

CREATE TABLE public.authenticator_apps (
  account_id uuid NOT NULL,
  sealed_secret bytea NOT NULL,
  key_id text NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (account_id),
  CONSTRAINT authenticator_apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE public.blocks (
  blocker_id uuid NOT NULL,
  blocked_id uuid NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  CONSTRAINT blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES accounts(id),
  CONSTRAINT blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES accounts(id),
  CONSTRAINT blocks_check CHECK ((blocker_id <> blocked_id))
);
CREATE INDEX blocks_by_blocked ON public.blocks USING btree (blocked_id, blocker_id);
CREATE INDEX blocks_newest ON public.blocks USING btree (blocker_id, created_at DESC, blocked_id DESC);

CREATE TABLE public.captcha_spent (
  hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT captcha_spent_pkey PRIMARY KEY (hash)
);

CREATE TABLE public.captcha_tries (
  bucket bytea NOT NULL,
  tried_at timestamp with time zone NOT NULL DEFAULT app_now()
);
CREATE INDEX captcha_tries_of ON public.captcha_tries USING btree (bucket, tried_at);

CREATE TABLE public.cards (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  gateway text NOT NULL,
  gateway_ref text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  exp_month smallint NOT NULL,
  exp_year smallint NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT cards_gateway_gateway_ref_key UNIQUE (gateway, gateway_ref),
  CONSTRAINT cards_pkey PRIMARY KEY (id),
  CONSTRAINT cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT cards_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  CONSTRAINT cards_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text))
);
CREATE INDEX cards_of_account ON public.cards USING btree (account_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX cards_one_default ON public.cards USING btree (account_id) WHERE (is_default AND (deleted_at IS NULL));

CREATE TABLE public.charges (
  id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  user_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  type text NOT NULL,
  target_id uuid NOT NULL,
  tokens bigint NOT NULL,
  balance_after bigint NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  status text NOT NULL DEFAULT 'succeeded'::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT charges_pkey PRIMARY KEY (id),
  CONSTRAINT charges_are_postings CHECK ((transaction_id = id)),
  CONSTRAINT charges_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text]))),
  CONSTRAINT charges_tokens_check CHECK ((tokens > 0)),
  CONSTRAINT charges_type_check CHECK ((type = ANY (ARRAY['tip'::text, 'feed'::text, 'product'::text, 'video'::text, 'gallery'::text, 'message'::text, 'stream'::text, 'subscription'::text])))
);
CREATE INDEX charges_changed ON public.charges USING btree (user_id, updated_at DESC, id DESC) WHERE (updated_at > created_at);
CREATE INDEX charges_of_user ON public.charges USING btree (user_id, created_at DESC, id DESC);

CREATE TABLE public.comments (
  id uuid NOT NULL DEFAULT uuid_v7(),
  item_id uuid NOT NULL,
  author_id uuid NOT NULL,
  parent_id uuid,
  text text NOT NULL,
  file_id uuid,
  likes bigint NOT NULL DEFAULT 0,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id),
  CONSTRAINT comments_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT comments_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comments(id),
  CONSTRAINT comments_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);
CREATE INDEX comments_of_author ON public.comments USING btree (author_id, id);
CREATE INDEX comments_of_item ON public.comments USING btree (item_id, created_at DESC, id DESC) WHERE (parent_id IS NULL);
CREATE INDEX comments_of_item_by_change ON public.comments USING btree (item_id, updated_at DESC, id DESC) WHERE (parent_id IS NULL);
CREATE INDEX comments_replies ON public.comments USING btree (parent_id, created_at, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX comments_replies_by_change ON public.comments USING btree (parent_id, updated_at, id) WHERE (parent_id IS NOT NULL);

CREATE TABLE public.counter_deltas (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject text NOT NULL,
  subject_id uuid NOT NULL,
  counter text NOT NULL,
  delta bigint NOT NULL,
  CONSTRAINT counter_deltas_pkey PRIMARY KEY (id),
  CONSTRAINT counter_deltas_subject_check CHECK ((subject = ANY (ARRAY['performer'::text, 'item'::text, 'comment'::text, 'poll_option'::text])))
);

CREATE TABLE public.country_blocks (
  performer_id uuid NOT NULL,
  country text NOT NULL,
  CONSTRAINT country_blocks_pkey PRIMARY KEY (performer_id, country),
  CONSTRAINT country_blocks_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT country_blocks_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX country_blocks_by_country ON public.country_blocks USING btree (country, performer_id);
CREATE TRIGGER country_blocks_close_listing AFTER INSERT ON public.country_blocks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION closed_countries_changed();
CREATE TRIGGER country_blocks_open_listing AFTER DELETE ON public.country_blocks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION closed_countries_changed();

CREATE TABLE public.data_exports (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  progress smallint NOT NULL DEFAULT 0,
  storage_key text,
  bytes bigint,
  asked_at timestamp with time zone NOT NULL DEFAULT app_now(),
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  CONSTRAINT data_exports_storage_key_key UNIQUE (storage_key),
  CONSTRAINT data_exports_pkey PRIMARY KEY (id),
  CONSTRAINT data_exports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT data_exports_check CHECK (((status = 'ready'::text) = (storage_key IS NOT NULL))),
  CONSTRAINT data_exports_check1 CHECK (((status <> 'ready'::text) OR (num_nulls(bytes, ready_at, expires_at) = 0))),
  CONSTRAINT data_exports_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  CONSTRAINT data_exports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'building'::text, 'ready'::text, 'failed'::text, 'expired'::text, 'withdrawn'::text])))
);
CREATE INDEX data_exports_by_age ON public.data_exports USING btree (asked_at);
CREATE INDEX data_exports_of_account ON public.data_exports USING btree (account_id, asked_at DESC);
CREATE UNIQUE INDEX data_exports_one_running ON public.data_exports USING btree (account_id) WHERE (status = ANY (ARRAY['waiting'::text, 'building'::text]));
CREATE INDEX data_exports_running_out ON public.data_exports USING btree (expires_at) WHERE (status = 'ready'::text);

CREATE TABLE public.earnings (
  id uuid NOT NULL,
  charge_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  type text NOT NULL,
  gross bigint NOT NULL,
  fee_bp integer NOT NULL,
  fee bigint NOT NULL,
  net bigint NOT NULL,
  token_value_micro bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  available_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT earnings_pkey PRIMARY KEY (id),
  CONSTRAINT earnings_are_charges CHECK ((charge_id = id)),
  CONSTRAINT earnings_check CHECK ((gross = (fee + net))),
  CONSTRAINT earnings_fee_bp_check CHECK (((fee_bp >= 0) AND (fee_bp <= 10000))),
  CONSTRAINT earnings_fee_check CHECK ((fee >= 0)),
  CONSTRAINT earnings_gross_check CHECK ((gross > 0)),
  CONSTRAINT earnings_net_check CHECK ((net >= 0)),
  CONSTRAINT earnings_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'available'::text, 'in_payout'::text, 'paid'::text, 'reversed'::text]))),
  CONSTRAINT earnings_token_value_micro_check CHECK ((token_value_micro > 0))
);
CREATE INDEX earnings_of_performer ON public.earnings USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX earnings_to_release ON public.earnings USING btree (available_at) WHERE (status = 'pending'::text);

CREATE TABLE public.email_changes (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  session_id uuid NOT NULL,
  present_email citext NOT NULL,
  new_email citext NOT NULL,
  present_hash bytea NOT NULL,
  new_hash bytea NOT NULL,
  present_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  status text NOT NULL DEFAULT 'open'::text,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT email_changes_new_hash_key UNIQUE (new_hash),
  CONSTRAINT email_changes_present_hash_key UNIQUE (present_hash),
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT email_changes_check CHECK (((status <> 'done'::text) OR ((present_confirmed_at IS NOT NULL) AND (new_confirmed_at IS NOT NULL)))),
  CONSTRAINT email_changes_new_email_check CHECK ((length((new_email)::text) <= 254)),
  CONSTRAINT email_changes_present_email_check CHECK ((length((present_email)::text) <= 254)),
  CONSTRAINT email_changes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'replaced'::text, 'refused'::text])))
);
CREATE INDEX email_changes_by_age ON public.email_changes USING btree (created_at);
CREATE INDEX email_changes_of_account ON public.email_changes USING btree (account_id);
CREATE UNIQUE INDEX email_changes_one_open ON public.email_changes USING btree (account_id) WHERE (status = 'open'::text);

CREATE TABLE public.event_cursors (
  consumer text NOT NULL,
  xid xid8 NOT NULL,
  id bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT event_cursors_pkey PRIMARY KEY (consumer)
);

CREATE TABLE public.events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT events_in_order PRIMARY KEY (xid, id)
);

CREATE TABLE public.feed_inbox (
  account_id uuid NOT NULL,
  published_at timestamp with time zone NOT NULL,
  item_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  CONSTRAINT feed_inbox_pkey PRIMARY KEY (account_id, published_at, item_id)
);
CREATE INDEX feed_inbox_of_pair ON public.feed_inbox USING btree (account_id, performer_id);

CREATE TABLE public.feed_words (
  item_id uuid NOT NULL,
  published_at timestamp with time zone NOT NULL,
  title text NOT NULL,
  vector tsvector NOT NULL,
  CONSTRAINT feed_words_pkey PRIMARY KEY (item_id),
  CONSTRAINT feed_words_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
);
CREATE INDEX feed_words_by_date ON public.feed_words USING btree (published_at DESC, item_id);
CREATE INDEX feed_words_by_title ON public.feed_words USING gin (title gin_trgm_ops);
CREATE INDEX feed_words_by_vector ON public.feed_words USING gin (vector);

CREATE TABLE public.feeds (
  item_id uuid NOT NULL,
  type text NOT NULL,
  CONSTRAINT feeds_pkey PRIMARY KEY (item_id),
  CONSTRAINT feeds_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT feeds_type_check CHECK ((type = ANY (ARRAY['text'::text, 'photo'::text, 'video'::text, 'audio'::text, 'poll'::text])))
);

CREATE TABLE public.file_variants (
  file_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  storage_key text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  width integer,
  height integer,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT file_variants_storage_key_key UNIQUE (storage_key),
  CONSTRAINT file_variants_pkey PRIMARY KEY (file_id, name),
  CONSTRAINT file_variants_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);

CREATE TABLE public.files (
  id uuid NOT NULL DEFAULT uuid_v7(),
  owner_id uuid NOT NULL,
  kind text NOT NULL,
  purpose text NOT NULL,
  original_name text NOT NULL DEFAULT ''::text,
  mime text NOT NULL DEFAULT ''::text,
  bytes bigint NOT NULL DEFAULT 0,
  sha256 bytea,
  phash bytea,
  width integer,
  height integer,
  duration_ms integer,
  average_color text,
  status text NOT NULL DEFAULT 'uploading'::text,
  is_playable boolean NOT NULL DEFAULT false,
  progress smallint NOT NULL DEFAULT 0,
  error_code text,
  attempts smallint NOT NULL DEFAULT 0,
  original_key text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  unheld_since timestamp with time zone,
  crop jsonb,
  CONSTRAINT files_original_key_key UNIQUE (original_key),
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  CONSTRAINT files_average_color_check CHECK ((average_color ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT files_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'audio'::text, 'document'::text, 'thumbnail'::text, 'teaser'::text, 'digital'::text]))),
  CONSTRAINT files_original_name_check CHECK ((length(original_name) <= 255)),
  CONSTRAINT files_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  CONSTRAINT files_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'uploaded'::text, 'scanning'::text, 'processing'::text, 'ready'::text, 'failed'::text, 'blocked'::text, 'deleted'::text])))
);
CREATE INDEX files_by_owner ON public.files USING btree (owner_id, purpose, created_at DESC);
CREATE INDEX files_failed ON public.files USING btree (updated_at) WHERE (status = 'failed'::text);
CREATE INDEX files_of_owner ON public.files USING btree (owner_id, id);
CREATE INDEX files_unfinished ON public.files USING btree (status, updated_at) WHERE (status = ANY (ARRAY['uploading'::text, 'uploaded'::text, 'scanning'::text, 'processing'::text]));
CREATE INDEX files_unheld ON public.files USING btree (unheld_since) WHERE (unheld_since IS NOT NULL);

CREATE TABLE public.follows (
  follower_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT follows_pkey PRIMARY KEY (follower_id, performer_id),
  CONSTRAINT follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES accounts(id)
);
CREATE INDEX follows_newest ON public.follows USING btree (follower_id, created_at DESC, performer_id);
CREATE INDEX follows_of_performer ON public.follows USING btree (performer_id, created_at DESC, follower_id);

CREATE TABLE public.former_usernames (
  username text NOT NULL,
  account_id uuid NOT NULL,
  given_up_at timestamp with time zone NOT NULL DEFAULT app_now(),
  username_skeleton text GENERATED ALWAYS AS (username_skeleton(username)) STORED,
  CONSTRAINT former_usernames_pkey PRIMARY KEY (username),
  CONSTRAINT former_usernames_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX former_usernames_by_skeleton ON public.former_usernames USING btree (username_skeleton);
CREATE INDEX former_usernames_of_account ON public.former_usernames USING btree (account_id);

CREATE TABLE public.gateway_customers (
  account_id uuid NOT NULL,
  gateway text NOT NULL,
  gateway_ref text NOT NULL,
  CONSTRAINT gateway_customers_gateway_ref_key UNIQUE (gateway_ref),
  CONSTRAINT gateway_customers_pkey PRIMARY KEY (account_id, gateway),
  CONSTRAINT gateway_customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE public.gateway_events (
  id uuid NOT NULL DEFAULT uuid_v7(),
  gateway text NOT NULL,
  event_id text NOT NULL,
  object_ref text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT app_now(),
  processed_at timestamp with time zone,
  outcome text,
  CONSTRAINT gateway_events_gateway_event_id_key UNIQUE (gateway, event_id),
  CONSTRAINT gateway_events_pkey PRIMARY KEY (id)
);
CREATE INDEX gateway_events_waiting ON public.gateway_events USING btree (object_ref, received_at) WHERE (processed_at IS NULL);

CREATE TABLE public.idempotent_replies (
  account_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status integer,
  reply jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT idempotent_replies_pkey PRIMARY KEY (account_id, route, key),
  CONSTRAINT idempotent_replies_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);
CREATE INDEX idempotent_replies_by_age ON public.idempotent_replies USING btree (created_at);

CREATE TABLE public.item_files (
  item_id uuid NOT NULL,
  file_id uuid NOT NULL,
  role text NOT NULL,
  position integer NOT NULL DEFAULT 0,
  CONSTRAINT item_files_pkey PRIMARY KEY (item_id, file_id, role),
  CONSTRAINT item_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT item_files_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT item_files_role_check CHECK ((role = ANY (ARRAY['main'::text, 'thumbnail'::text, 'teaser'::text, 'cover'::text])))
);
CREATE INDEX item_files_by_file ON public.item_files USING btree (file_id);

CREATE TABLE public.items (
  id uuid NOT NULL DEFAULT uuid_v7(),
  kind text NOT NULL,
  performer_id uuid NOT NULL,
  title text NOT NULL DEFAULT ''::text,
  text text NOT NULL DEFAULT ''::text,
  status text NOT NULL,
  status_reason text,
  publish_at timestamp with time zone,
  published_at timestamp with time zone,
  expires_at timestamp with time zone,
  gate_type text NOT NULL DEFAULT 'public'::text,
  gate_plan_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  gate_price bigint,
  gate_free_for_subscribers boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  is_pinned boolean NOT NULL DEFAULT false,
  views bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  comments bigint NOT NULL DEFAULT 0,
  bookmarks bigint NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT items_pkey PRIMARY KEY (id),
  CONSTRAINT items_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT items_check CHECK (((gate_type <> 'paid'::text) OR (gate_price IS NOT NULL))),
  CONSTRAINT items_check1 CHECK (((status <> 'published'::text) OR (published_at IS NOT NULL))),
  CONSTRAINT items_gate_price_check CHECK ((gate_price > 0)),
  CONSTRAINT items_gate_type_check CHECK ((gate_type = ANY (ARRAY['public'::text, 'followers'::text, 'subscribers'::text, 'plan'::text, 'paid'::text, 'list'::text]))),
  CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['feed'::text, 'gallery'::text, 'video'::text, 'photo'::text, 'product'::text]))),
  CONSTRAINT items_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'processing'::text, 'pending_review'::text, 'published'::text, 'hidden'::text, 'removed'::text, 'archived'::text]))),
  CONSTRAINT items_text_check CHECK ((length(text) <= 10000)),
  CONSTRAINT items_title_check CHECK ((length(title) <= 200))
);
CREATE INDEX items_expiring ON public.items USING btree (expires_at) WHERE ((status = 'published'::text) AND (expires_at IS NOT NULL));
CREATE INDEX items_in_studio ON public.items USING btree (performer_id, kind, updated_at DESC, id DESC);
CREATE INDEX items_newest ON public.items USING btree (kind, published_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX items_of_performer ON public.items USING btree (performer_id, kind, published_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX items_pinned ON public.items USING btree (performer_id, kind, published_at DESC) WHERE (is_pinned AND (status = 'published'::text));
CREATE INDEX items_waiting ON public.items USING btree (publish_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'processing'::text]));
CREATE TRIGGER items_change_words AFTER INSERT OR UPDATE OF title, text, tags, status, gate_type, published_at ON public.items FOR EACH ROW WHEN ((new.kind = 'feed'::text)) EXECUTE FUNCTION feed_words_changed();

CREATE TABLE public.keyword_days (
  keyword text NOT NULL,
  day date NOT NULL,
  searches bigint NOT NULL DEFAULT 1,
  visitors bigint NOT NULL DEFAULT 1,
  CONSTRAINT keyword_days_pkey PRIMARY KEY (keyword, day),
  CONSTRAINT keyword_days_keyword_check CHECK (((length(keyword) >= 1) AND (length(keyword) <= 60)))
);
CREATE INDEX keyword_days_by_day ON public.keyword_days USING btree (day, visitors DESC);

CREATE TABLE public.keyword_marks (
  mark bytea NOT NULL,
  day date NOT NULL,
  counted_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT keyword_marks_pkey PRIMARY KEY (mark)
);
CREATE INDEX keyword_marks_by_day ON public.keyword_marks USING btree (day);

CREATE TABLE public.keyword_salts (
  day date NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT keyword_salts_pkey PRIMARY KEY (day)
);

CREATE TABLE public.known_devices (
  account_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  last_used_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT known_devices_pkey PRIMARY KEY (account_id, device_hash),
  CONSTRAINT known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE public.ledger_accounts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  owner_id uuid,
  currency text NOT NULL,
  may_be_negative boolean GENERATED ALWAYS AS ((kind = 'gateway_clearing'::text)) STORED,
  balance bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_accounts_kind_owner_id_currency_key UNIQUE NULLS NOT DISTINCT (kind, owner_id, currency),
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_account_not_below_zero CHECK (((kind = 'gateway_clearing'::text) OR (balance >= 0))),
  CONSTRAINT ledger_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['fan_wallet'::text, 'fan_bonus'::text, 'performer_pending'::text, 'performer_available'::text, 'performer_reserve'::text, 'performer_in_payout'::text, 'escrow'::text, 'platform_fees'::text, 'gateway_clearing'::text, 'token_float'::text, 'tax'::text])))
);

CREATE TABLE public.ledger_entries (
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  account_id bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (transaction_id, line),
  CONSTRAINT ledger_entries_amount_check CHECK ((amount <> 0))
);
CREATE TRIGGER ledger_entries_add_up AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_balance();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.ledger_seals (
  sequence bigint NOT NULL,
  transaction_id uuid NOT NULL,
  hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  sealed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ledger_seals_transaction_id_key UNIQUE (transaction_id),
  CONSTRAINT ledger_seals_pkey PRIMARY KEY (sequence),
  CONSTRAINT ledger_seals_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT ledger_seals_previous_hash_check CHECK ((length(previous_hash) = 32))
);
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.ledger_tail (
  account_id bigint NOT NULL,
  transaction_id uuid NOT NULL,
  line smallint NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT ledger_tail_pkey PRIMARY KEY (account_id, transaction_id, line)
);

CREATE TABLE public.ledger_transactions (
  id uuid NOT NULL,
  key text NOT NULL,
  reason text NOT NULL,
  reverses uuid,
  actor_id uuid,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_transactions_key_key UNIQUE (key),
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transactions_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger_transactions(id),
  CONSTRAINT ledger_transactions_key_check CHECK (((length(key) >= 1) AND (length(key) <= 400))),
  CONSTRAINT ledger_transactions_reason_check CHECK ((reason = ANY (ARRAY['top_up'::text, 'tip'::text, 'feed'::text, 'product'::text, 'video'::text, 'gallery'::text, 'message'::text, 'stream'::text, 'subscription'::text, 'release'::text, 'refund'::text, 'dispute'::text, 'dispute_won'::text, 'payout_request'::text, 'payout_paid'::text, 'payout_cancelled'::text, 'hold'::text, 'capture'::text, 'hold_release'::text, 'adjustment'::text, 'bonus'::text])))
);
CREATE UNIQUE INDEX ledger_transactions_reversed_once ON public.ledger_transactions USING btree (reverses) WHERE ((reverses IS NOT NULL) AND (reason <> 'refund'::text));
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_freeze BEFORE INSERT ON public.ledger_transactions FOR EACH ROW WHEN ((new.reason = ANY (ARRAY['payout_request'::text, 'payout_paid'::text]))) EXECUTE FUNCTION ledger_refuse_frozen_payout();

CREATE TABLE public.ledger_unsealed (
  transaction_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_unsealed_pkey PRIMARY KEY (transaction_id)
);

CREATE TABLE public.mails (
  id uuid NOT NULL DEFAULT uuid_v7(),
  to_address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'queued'::text,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  sent_at timestamp with time zone,
  sealed_secret bytea,
  reply_to text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_reply_to_check CHECK ((length(reply_to) <= 254)),
  CONSTRAINT mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'kept'::text])))
);
CREATE INDEX mails_by_address ON public.mails USING btree (to_address, kind, created_at DESC);
CREATE INDEX mails_newest ON public.mails USING btree (created_at DESC);

CREATE TABLE public.message_overrides (
  locale text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  updated_by uuid,
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT message_overrides_pkey PRIMARY KEY (locale, key),
  CONSTRAINT message_overrides_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(id),
  CONSTRAINT message_overrides_key_check CHECK (((length(key) >= 3) AND (length(key) <= 120))),
  CONSTRAINT message_overrides_locale_check CHECK (((length(locale) >= 2) AND (length(locale) <= 20))),
  CONSTRAINT message_overrides_value_check CHECK (((length(value) >= 1) AND (length(value) <= 5000)))
);

CREATE TABLE public.one_time_tokens (
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  session_id uuid,
  purpose text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT one_time_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT one_time_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  CONSTRAINT one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'log_in'::text, 'socket'::text, 'second_factor'::text, 'confirm'::text])))
);
CREATE INDEX one_time_tokens_by_account ON public.one_time_tokens USING btree (account_id, purpose);
CREATE INDEX one_time_tokens_by_expiry ON public.one_time_tokens USING btree (expires_at);

CREATE TABLE public.passkey_challenges (
  challenge_hash bytea NOT NULL,
  account_id uuid,
  purpose text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'second_factor'::text])))
);
CREATE INDEX passkey_challenges_by_expiry ON public.passkey_challenges USING btree (expires_at);

CREATE TABLE public.passkeys (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  name text NOT NULL,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX passkeys_by_account ON public.passkeys USING btree (account_id, created_at);

CREATE TABLE public.payment_retries (
  account_id uuid NOT NULL,
  key text NOT NULL,
  payment_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT payment_retries_pkey PRIMARY KEY (account_id, key),
  CONSTRAINT payment_retries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_retries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment_transactions(id),
  CONSTRAINT payment_retries_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);

CREATE TABLE public.payment_transactions (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  purpose text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  tokens bigint NOT NULL,
  gateway text NOT NULL,
  gateway_ref text,
  card_id uuid,
  subscription_id uuid,
  status text NOT NULL DEFAULT 'created'::text,
  failure_code text,
  action_url text,
  attempts integer NOT NULL DEFAULT 0,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  amount_refunded bigint NOT NULL DEFAULT 0,
  period_number integer,
  credited_at timestamp with time zone,
  CONSTRAINT payment_transactions_account_id_key_key UNIQUE (account_id, key),
  CONSTRAINT payment_transactions_gateway_gateway_ref_key UNIQUE (gateway, gateway_ref),
  CONSTRAINT payment_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT payment_transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_transactions_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  CONSTRAINT payment_transactions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  CONSTRAINT payment_transactions_amount_check CHECK ((amount > 0)),
  CONSTRAINT payment_transactions_check CHECK (((amount_refunded >= 0) AND (amount_refunded <= amount))),
  CONSTRAINT payment_transactions_purpose_check CHECK ((purpose = ANY (ARRAY['top_up'::text, 'subscription'::text]))),
  CONSTRAINT payment_transactions_status_check CHECK ((status = ANY (ARRAY['created'::text, 'requires_action'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'dispute_won'::text, 'dispute_lost'::text]))),
  CONSTRAINT payment_transactions_tokens_check CHECK ((tokens > 0))
);
CREATE INDEX payment_transactions_disputed ON public.payment_transactions USING btree (updated_at) WHERE (status = 'disputed'::text);
CREATE INDEX payment_transactions_of_account ON public.payment_transactions USING btree (account_id, updated_at DESC, id DESC);
CREATE INDEX payment_transactions_of_account_by_start ON public.payment_transactions USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX payment_transactions_open ON public.payment_transactions USING btree (updated_at) WHERE (status = ANY (ARRAY['created'::text, 'requires_action'::text, 'processing'::text]));

CREATE TABLE public.payout_details (
  performer_id uuid NOT NULL,
  kind text NOT NULL,
  sealed bytea NOT NULL,
  version integer NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT payout_details_pkey PRIMARY KEY (performer_id, kind),
  CONSTRAINT payout_details_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT payout_details_kind_check CHECK ((kind = ANY (ARRAY['bank'::text, 'gateways'::text]))),
  CONSTRAINT payout_details_version_check CHECK ((version > 0))
);

CREATE TABLE public.payout_freezes (
  id uuid NOT NULL DEFAULT uuid_v7(),
  frozen_by uuid,
  reason text NOT NULL,
  findings jsonb NOT NULL DEFAULT '{}'::jsonb,
  frozen_at timestamp with time zone NOT NULL DEFAULT app_now(),
  lifted_by uuid,
  lifted_at timestamp with time zone,
  lift_reason text,
  CONSTRAINT payout_freezes_pkey PRIMARY KEY (id),
  CONSTRAINT payout_freezes_frozen_by_fkey FOREIGN KEY (frozen_by) REFERENCES accounts(id),
  CONSTRAINT payout_freezes_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES accounts(id),
  CONSTRAINT payout_freezes_lift_reason_check CHECK (((length(lift_reason) >= 3) AND (length(lift_reason) <= 500))),
  CONSTRAINT payout_freezes_lifted_by_staff CHECK ((num_nulls(lifted_by, lifted_at, lift_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT payout_freezes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
CREATE UNIQUE INDEX payout_freezes_one_at_a_time ON public.payout_freezes USING btree ((true)) WHERE (lifted_at IS NULL);

CREATE TABLE public.performer_days (
  performer_id uuid NOT NULL,
  day date NOT NULL,
  followers bigint NOT NULL DEFAULT 0,
  subscribers bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  CONSTRAINT performer_days_pkey PRIMARY KEY (performer_id, day),
  CONSTRAINT performer_days_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id)
);
CREATE INDEX performer_days_by_day ON public.performer_days USING btree (day);

CREATE TABLE public.performer_listings (
  performer_id uuid NOT NULL,
  terms text[] NOT NULL,
  price bigint,
  words text NOT NULL,
  vector tsvector NOT NULL,
  name_key text NOT NULL,
  born_on date,
  age_band text,
  updated_at timestamp with time zone NOT NULL,
  listed_at timestamp with time zone NOT NULL,
  followers bigint NOT NULL,
  score double precision NOT NULL,
  why text NOT NULL,
  why_category text,
  username text NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  closed_to text[] NOT NULL DEFAULT '{}'::text[],
  facets tsvector NOT NULL GENERATED ALWAYS AS (array_to_tsvector(terms)) STORED,
  CONSTRAINT performer_listings_pkey PRIMARY KEY (performer_id),
  CONSTRAINT performer_listings_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT performer_listings_check CHECK (((why = 'popular_in'::text) = (why_category IS NOT NULL))),
  CONSTRAINT performer_listings_why_check CHECK ((why = ANY (ARRAY['new_this_week'::text, 'popular_in'::text, 'popular_this_week'::text, 'most_followed'::text])))
);
CREATE INDEX performer_listings_by_age ON public.performer_listings USING btree (listed_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_beginning ON public.performer_listings USING btree ("left"(words, 40) COLLATE "C", performer_id);
CREATE INDEX performer_listings_by_chance ON public.performer_listings USING btree (uuid_hash_extended(performer_id, (0)::bigint));
CREATE INDEX performer_listings_by_facet ON public.performer_listings USING gin (facets);
CREATE INDEX performer_listings_by_followers ON public.performer_listings USING btree (followers DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_name ON public.performer_listings USING btree (name_key, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_price ON public.performer_listings USING btree (price);
CREATE INDEX performer_listings_by_score ON public.performer_listings USING btree (score DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_update ON public.performer_listings USING btree (updated_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_username ON public.performer_listings USING btree (username COLLATE "C");
CREATE INDEX performer_listings_by_vector ON public.performer_listings USING gin (vector);
CREATE INDEX performer_listings_by_words ON public.performer_listings USING gin (words gin_trgm_ops);

CREATE TABLE public.performers (
  account_id uuid NOT NULL,
  tagline text NOT NULL DEFAULT ''::text,
  bio text NOT NULL DEFAULT ''::text,
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
  city text NOT NULL DEFAULT ''::text,
  state text NOT NULL DEFAULT ''::text,
  languages text[] NOT NULL DEFAULT '{}'::text[],
  links jsonb NOT NULL DEFAULT '[]'::jsonb,
  categories text[] NOT NULL DEFAULT '{}'::text[],
  who_may_write text NOT NULL DEFAULT 'everyone'::text,
  welcome_message text NOT NULL DEFAULT ''::text,
  welcome_video_file_id uuid,
  commission_bp integer,
  followers bigint NOT NULL DEFAULT 0,
  subscribers bigint NOT NULL DEFAULT 0,
  likes bigint NOT NULL DEFAULT 0,
  feeds bigint NOT NULL DEFAULT 0,
  videos bigint NOT NULL DEFAULT 0,
  photos bigint NOT NULL DEFAULT 0,
  products bigint NOT NULL DEFAULT 0,
  views bigint NOT NULL DEFAULT 0,
  is_verified boolean GENERATED ALWAYS AS ((verification_status = 'approved'::text)) STORED,
  verification_status text NOT NULL DEFAULT 'draft'::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  hidden_fields text[] NOT NULL DEFAULT '{age}'::text[],
  first_message_price bigint,
  payouts_frozen_until timestamp with time zone,
  is_adult boolean NOT NULL DEFAULT false,
  CONSTRAINT performers_pkey PRIMARY KEY (account_id),
  CONSTRAINT performers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT performers_bio_check CHECK ((length(bio) <= 3000)),
  CONSTRAINT performers_commission_bp_check CHECK (((commission_bp >= 0) AND (commission_bp <= 10000))),
  CONSTRAINT performers_first_message_price_check CHECK ((first_message_price > 0)),
  CONSTRAINT performers_tagline_check CHECK ((length(tagline) <= 120)),
  CONSTRAINT performers_verification_status_check CHECK ((verification_status = ANY (ARRAY['draft'::text, 'submitted'::text, 'in_review'::text, 'approved'::text, 'more_info'::text, 'rejected'::text, 'expired'::text, 'revoked'::text]))),
  CONSTRAINT performers_who_may_write_check CHECK ((who_may_write = ANY (ARRAY['everyone'::text, 'followers'::text, 'subscribers'::text, 'paid'::text])))
);
CREATE INDEX performers_in_review ON public.performers USING btree (verification_status, updated_at);
CREATE CONSTRAINT TRIGGER performers_change_listing AFTER INSERT OR UPDATE OF tagline, date_of_birth, gender, sexual_orientation, height, weight, body_type, ethnicity, butt_size, hair_color, eye_color, city, state, languages, categories, hidden_fields, verification_status, is_adult, updated_at ON public.performers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION listing_changed();

CREATE TABLE public.plans (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  months integer NOT NULL,
  price bigint,
  discount_pct integer NOT NULL DEFAULT 0,
  perks text[] NOT NULL DEFAULT '{}'::text[],
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT plans_pkey PRIMARY KEY (id),
  CONSTRAINT plans_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT plans_check CHECK (((type = 'free'::text) = (price IS NULL))),
  CONSTRAINT plans_discount_pct_check CHECK (((discount_pct >= 0) AND (discount_pct <= 90))),
  CONSTRAINT plans_months_check CHECK (((months >= 1) AND (months <= 24))),
  CONSTRAINT plans_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT plans_price_check CHECK ((price > 0)),
  CONSTRAINT plans_type_check CHECK ((type = ANY (ARRAY['free'::text, 'monthly'::text, 'bundle'::text, 'yearly'::text])))
);
CREATE INDEX plans_by_performer ON public.plans USING btree (performer_id, "position", id);
CREATE INDEX plans_of_performer ON public.plans USING btree (performer_id, "position") WHERE active;
CREATE CONSTRAINT TRIGGER plans_change_listing AFTER INSERT OR DELETE OR UPDATE ON public.plans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION listing_changed();

CREATE TABLE public.poll_options (
  id uuid NOT NULL DEFAULT uuid_v7(),
  poll_id uuid NOT NULL,
  position smallint NOT NULL,
  text text NOT NULL,
  votes bigint NOT NULL DEFAULT 0,
  CONSTRAINT poll_options_poll_id_position_key UNIQUE (poll_id, "position"),
  CONSTRAINT poll_options_pkey PRIMARY KEY (id),
  CONSTRAINT poll_options_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES polls(id) ON DELETE CASCADE,
  CONSTRAINT poll_options_position_check CHECK ((("position" >= 0) AND ("position" <= 9))),
  CONSTRAINT poll_options_text_check CHECK (((length(text) >= 1) AND (length(text) <= 120)))
);

CREATE TABLE public.poll_votes (
  poll_id uuid NOT NULL,
  account_id uuid NOT NULL,
  option_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT poll_votes_pkey PRIMARY KEY (poll_id, account_id),
  CONSTRAINT poll_votes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT poll_votes_option_id_fkey FOREIGN KEY (option_id) REFERENCES poll_options(id) ON DELETE CASCADE,
  CONSTRAINT poll_votes_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES polls(id) ON DELETE CASCADE
);
CREATE INDEX poll_votes_of_account ON public.poll_votes USING btree (account_id, poll_id);

CREATE TABLE public.polls (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  item_id uuid,
  question text NOT NULL,
  ends_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT polls_item_id_key UNIQUE (item_id),
  CONSTRAINT polls_pkey PRIMARY KEY (id),
  CONSTRAINT polls_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT polls_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT polls_question_check CHECK (((length(question) >= 1) AND (length(question) <= 300)))
);

CREATE TABLE public.posts (
  id uuid NOT NULL DEFAULT uuid_v7(),
  slug text NOT NULL,
  locale text NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL DEFAULT ''::text,
  html text NOT NULL,
  updated_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  is_published boolean NOT NULL DEFAULT true,
  CONSTRAINT posts_slug_locale_key UNIQUE (slug, locale),
  CONSTRAINT posts_pkey PRIMARY KEY (id),
  CONSTRAINT posts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(id),
  CONSTRAINT posts_html_check CHECK ((length(html) <= 200000)),
  CONSTRAINT posts_locale_check CHECK (((locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text) AND (length(locale) <= 20))),
  CONSTRAINT posts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  CONSTRAINT posts_summary_check CHECK ((length(summary) <= 500)),
  CONSTRAINT posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  CONSTRAINT posts_type_check CHECK ((type = ANY (ARRAY['page'::text, 'news'::text])))
);

CREATE TABLE public.promos (
  id uuid NOT NULL DEFAULT uuid_v7(),
  title text NOT NULL,
  url text NOT NULL,
  image_file_id uuid NOT NULL,
  position text NOT NULL,
  ordering integer NOT NULL DEFAULT 0,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  updated_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT promos_pkey PRIMARY KEY (id),
  CONSTRAINT promos_image_file_id_fkey FOREIGN KEY (image_file_id) REFERENCES files(id),
  CONSTRAINT promos_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(id),
  CONSTRAINT promos_check CHECK ((ends_at > starts_at)),
  CONSTRAINT promos_ordering_check CHECK (((ordering >= 0) AND (ordering <= 1000))),
  CONSTRAINT promos_position_check CHECK (("position" = ANY (ARRAY['landing'::text, 'home'::text, 'explore'::text]))),
  CONSTRAINT promos_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  CONSTRAINT promos_url_check CHECK (((url ~ '^(https?://|/([^/]|$))'::text) AND (length(url) <= 500)))
);
CREATE INDEX promos_end ON public.promos USING btree (ends_at);

CREATE TABLE public.provider_identities (
  provider text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL,
  label text NOT NULL DEFAULT ''::text,
  linked_at timestamp with time zone NOT NULL DEFAULT app_now(),
  last_used_at timestamp with time zone,
  CONSTRAINT provider_identities_account_id_provider_key UNIQUE (account_id, provider),
  CONSTRAINT provider_identities_pkey PRIMARY KEY (provider, subject),
  CONSTRAINT provider_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT provider_identities_label_check CHECK ((length(label) <= 254)),
  CONSTRAINT provider_identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'twitter'::text]))),
  CONSTRAINT provider_identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

CREATE TABLE public.purchases (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT purchases_pkey PRIMARY KEY (id),
  CONSTRAINT purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT purchases_object_type_check CHECK ((object_type = ANY (ARRAY['feed'::text, 'gallery'::text, 'video'::text, 'photo'::text, 'product'::text, 'message'::text, 'stream'::text])))
);
CREATE UNIQUE INDEX purchases_live ON public.purchases USING btree (account_id, object_id) WHERE (revoked_at IS NULL);
CREATE INDEX purchases_of_account ON public.purchases USING btree (account_id, created_at DESC);

CREATE TABLE public.reactions (
  account_id uuid NOT NULL,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT reactions_pkey PRIMARY KEY (account_id, object_id, action),
  CONSTRAINT reactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT reactions_action_check CHECK ((action = ANY (ARRAY['like'::text, 'bookmark'::text]))),
  CONSTRAINT reactions_object_type_check CHECK ((object_type = ANY (ARRAY['feed'::text, 'gallery'::text, 'video'::text, 'photo'::text, 'product'::text, 'performer'::text, 'comment'::text])))
);
CREATE INDEX reactions_bookmarks ON public.reactions USING btree (account_id, object_type, created_at DESC, object_id) WHERE (action = 'bookmark'::text);

CREATE TABLE public.recovery_codes (
  account_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE public.second_factor_removals (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  asked_by uuid NOT NULL,
  reason text NOT NULL,
  asked_at timestamp with time zone NOT NULL DEFAULT app_now(),
  due_at timestamp with time zone,
  stop_hash bytea,
  status text NOT NULL DEFAULT 'open'::text,
  ended_at timestamp with time zone,
  CONSTRAINT second_factor_removals_stop_hash_key UNIQUE (stop_hash),
  CONSTRAINT second_factor_removals_pkey PRIMARY KEY (id),
  CONSTRAINT second_factor_removals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT second_factor_removals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT second_factor_removals_check CHECK (((status = 'open'::text) = (ended_at IS NULL))),
  CONSTRAINT second_factor_removals_check1 CHECK (((due_at IS NULL) = (stop_hash IS NULL))),
  CONSTRAINT second_factor_removals_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  CONSTRAINT second_factor_removals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'withdrawn'::text, 'stopped'::text]))),
  CONSTRAINT second_factor_removals_stop_hash_check CHECK ((length(stop_hash) = 32))
);
CREATE INDEX second_factor_removals_due ON public.second_factor_removals USING btree (due_at) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX second_factor_removals_one_open ON public.second_factor_removals USING btree (account_id) WHERE (status = 'open'::text);

CREATE TABLE public.sessions (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  remember boolean NOT NULL,
  user_agent text NOT NULL DEFAULT ''::text,
  address inet,
  country text,
  authenticated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT app_now(),
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  second_factor_at timestamp with time zone,
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT sessions_user_agent_check CHECK ((length(user_agent) <= 400))
);
CREATE INDEX sessions_by_account ON public.sessions USING btree (account_id, created_at DESC);

CREATE TABLE public.settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_by uuid,
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);

CREATE TABLE public.sign_in_guesses (
  bucket bytea NOT NULL,
  guessed_at timestamp with time zone[] NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT sign_in_guesses_pkey PRIMARY KEY (bucket),
  CONSTRAINT sign_in_guesses_guessed_at_check CHECK ((cardinality(guessed_at) <= 10))
);
CREATE INDEX sign_in_guesses_by_age ON public.sign_in_guesses USING btree (updated_at);

CREATE TABLE public.spent_provider_answers (
  answer_hash bytea NOT NULL,
  spent_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT spent_provider_answers_pkey PRIMARY KEY (answer_hash)
);
CREATE INDEX spent_provider_answers_by_age ON public.spent_provider_answers USING btree (spent_at);

CREATE TABLE public.subscriptions (
  id uuid NOT NULL DEFAULT uuid_v7(),
  fan_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  plan_id uuid,
  type text NOT NULL,
  status text NOT NULL,
  payment_gateway text NOT NULL DEFAULT 'wallet'::text,
  card_id uuid,
  price_locked bigint NOT NULL DEFAULT 0,
  months integer NOT NULL DEFAULT 1,
  started_at timestamp with time zone NOT NULL DEFAULT app_now(),
  current_period_end timestamp with time zone,
  access_until timestamp with time zone,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  next_retry_at timestamp with time zone,
  retry_count smallint NOT NULL DEFAULT 0,
  period_number integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  anchor_at timestamp with time zone NOT NULL DEFAULT app_now(),
  anchor_periods integer NOT NULL DEFAULT 1,
  key text,
  body_hash bytea,
  CONSTRAINT subscriptions_asked_once UNIQUE (fan_id, key),
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  CONSTRAINT subscriptions_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts(id),
  CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'past_due'::text, 'expired'::text, 'revoked'::text]))),
  CONSTRAINT subscriptions_type_check CHECK ((type = ANY (ARRAY['free'::text, 'trial'::text, 'monthly'::text, 'bundle'::text, 'yearly'::text, 'gift'::text])))
);
CREATE INDEX subscriptions_access ON public.subscriptions USING btree (fan_id, performer_id, access_until DESC);
CREATE INDEX subscriptions_due ON public.subscriptions USING btree (current_period_end) WHERE (status = ANY (ARRAY['active'::text, 'trialing'::text]));
CREATE UNIQUE INDEX subscriptions_live ON public.subscriptions USING btree (fan_id, performer_id) WHERE (status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'past_due'::text]));
CREATE INDEX subscriptions_of_fan ON public.subscriptions USING btree (fan_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_fan_by_start ON public.subscriptions USING btree (fan_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer ON public.subscriptions USING btree (performer_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer_by_start ON public.subscriptions USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_retrying ON public.subscriptions USING btree (next_retry_at) WHERE (status = 'past_due'::text);

CREATE TABLE public.terms_acceptances (
  account_id uuid NOT NULL,
  version text NOT NULL,
  accepted_at timestamp with time zone NOT NULL DEFAULT app_now(),
  locale text NOT NULL,
  form text NOT NULL,
  CONSTRAINT terms_acceptances_pkey PRIMARY KEY (account_id, version),
  CONSTRAINT terms_acceptances_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT terms_acceptances_form_check CHECK ((form = ANY (ARRAY['fan'::text, 'creator'::text, 'google'::text, 'twitter'::text, 'terms_changed'::text]))),
  CONSTRAINT terms_acceptances_locale_check CHECK (((length(locale) >= 2) AND (length(locale) <= 20))),
  CONSTRAINT terms_acceptances_version_check CHECK ((length(version) <= 20))
);
CREATE TRIGGER terms_acceptances_append_only BEFORE UPDATE OR TRUNCATE ON public.terms_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER terms_acceptances_kept BEFORE DELETE ON public.terms_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_forgetting_terms();

CREATE TABLE public.token_packages (
  id uuid NOT NULL DEFAULT uuid_v7(),
  name text NOT NULL,
  tokens bigint NOT NULL,
  bonus bigint NOT NULL DEFAULT 0,
  price bigint NOT NULL,
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT token_packages_pkey PRIMARY KEY (id),
  CONSTRAINT token_packages_bonus_check CHECK ((bonus >= 0)),
  CONSTRAINT token_packages_price_check CHECK ((price > 0)),
  CONSTRAINT token_packages_tokens_check CHECK ((tokens > 0))
);

CREATE TABLE public.verification_documents (
  id uuid NOT NULL DEFAULT uuid_v7(),
  verification_id uuid NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  field_reasons jsonb NOT NULL DEFAULT '{}'::jsonb,
  mime text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  storage_key text NOT NULL,
  key_id text NOT NULL,
  expires_on date,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  reminded_days smallint,
  CONSTRAINT verification_documents_storage_key_key UNIQUE (storage_key),
  CONSTRAINT verification_documents_pkey PRIMARY KEY (id),
  CONSTRAINT verification_documents_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verifications(id),
  CONSTRAINT verification_documents_kind_check CHECK ((kind = ANY (ARRAY['id_front'::text, 'id_back'::text, 'selfie_with_id'::text, 'address'::text, 'tax'::text]))),
  CONSTRAINT verification_documents_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text])))
);
CREATE INDEX verification_documents_by_expiry ON public.verification_documents USING btree (expires_on) WHERE ((status = 'approved'::text) AND (expires_on IS NOT NULL));
CREATE INDEX verification_documents_by_verification ON public.verification_documents USING btree (verification_id, kind, created_at DESC);

CREATE TABLE public.verifications (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  status text NOT NULL,
  sealed_identity bytea,
  reason text,
  field_reasons jsonb NOT NULL DEFAULT '{}'::jsonb,
  submitted_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT verifications_pkey PRIMARY KEY (id),
  CONSTRAINT verifications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT verifications_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT verifications_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'in_review'::text, 'approved'::text, 'more_info'::text, 'rejected'::text, 'expired'::text, 'revoked'::text])))
);
CREATE INDEX verifications_by_performer ON public.verifications USING btree (performer_id, created_at DESC);

CREATE TABLE public.views (
  item_id uuid NOT NULL,
  viewer text NOT NULL,
  viewed_on date NOT NULL,
  CONSTRAINT views_pkey PRIMARY KEY (item_id, viewer, viewed_on)
);
CREATE INDEX views_of_account ON public.views USING btree (viewer, viewed_on, item_id) WHERE (viewer !~~ 'visitor:%'::text);

CREATE TABLE public.workers (
  id text NOT NULL,
  heartbeat_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT workers_pkey PRIMARY KEY (id)
);

CREATE TABLE sandbox.deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  event jsonb NOT NULL,
  deliver_at timestamp with time zone NOT NULL DEFAULT app_now(),
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamp with time zone,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_deliveries_due ON sandbox.deliveries USING btree (deliver_at) WHERE (delivered_at IS NULL);

CREATE TABLE sandbox.idempotency (
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply jsonb NOT NULL,
  status integer NOT NULL,
  CONSTRAINT idempotency_pkey PRIMARY KEY (key)
);

CREATE TABLE sandbox.objects (
  id text NOT NULL,
  kind text NOT NULL,
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT objects_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_objects_by_kind ON sandbox.objects USING btree (kind, created_at);

-- Functions: signature, result, whether it runs as its owner, digest of its text.
-- public.age_band(born date, today date) -> text, 46df53ea96abd23f5df3bdaa0b6f6bce
-- public.app_now() -> timestamp with time zone, bf39b243b78c16d6a693b7258212755f
-- public.audit_author_left(p_account uuid) -> boolean, 980843df220231cf665ef8f22aca6656
-- public.audit_canonical(VARIADIC p_fields text[]) -> bytea, 68793806be49865373388741d8e909e7
-- public.audit_digest(p_position bigint, l audit_log, p_written_at timestamp with time zone, p_personal bytea) -> bytea, 25c36d4efbe9ecf4870ada828d5dd85a
-- public.audit_forget(p_account uuid) -> void, as owner, 9ed26dd45c741424b7ed24d097f44c48
-- public.audit_links_refuse_change() -> trigger, e612e6ecd6e5eb08929710fd60f8acfb
-- public.audit_log_refuse_change() -> trigger, 4c86d30b2b0f14916e413067f5f02b4a
-- public.audit_microseconds(p_at timestamp with time zone) -> text, bc1f02c23ec061eeda02cf3293c87112
-- public.audit_personal(p_salt bytea, l audit_log) -> bytea, c9ba6555b76c95cc1f6844e5c4032431
-- public.audit_seal(p_limit integer) -> integer, as owner, 702b23f3ceb8265313074d4bb055716b
-- public.audit_wait_for_seal() -> trigger, as owner, 2650877587fab29027319723d09d9734
-- public.between_two(one uuid, other uuid) -> bigint, d41d8cd98f00b204e9800998ecf8427e
-- public.charge_together(p_charges json) -> TABLE(id uuid, charged_at timestamp with time zone, wallet_after bigint), 1167f208fd6d8e5f8547df3ba667e83b
-- public.charge_tokens(p_id uuid, p_user uuid, p_performer uuid, p_type text, p_target uuid, p_tokens bigint, p_key text, p_body_hash bytea, p_note text, p_site_bp integer, p_token_value_micro bigint, p_currency text, p_hold_days integer, p_hold_days_new integer, p_card_minor bigint, p_country text) -> TABLE(charged_at timestamp with time zone, wallet_after bigint), as owner, f132e891c7db087fc528560074622ad0
-- public.closed_countries_changed() -> trigger, 6aa3901234a21f31ab827023d6cd6552
-- public.enqueue_job(task text, payload json, queue text, run_at timestamp with time zone, attempts integer, key text) -> void, as owner, 03c053b444b90165d90cdcbfe58e3a13
-- public.feed_words_changed() -> trigger, d63238401a311f95ab9f303291da8c34
-- public.hold_between(one uuid, other uuid) -> void, 837d8a14e2cd7b56f35a7ef4026021a0
-- public.job_counts(OUT waiting bigint, OUT retrying bigint, OUT failed bigint, OUT late_since timestamp with time zone) -> record, as owner, 1138784b0aca53f480737dd22ecb0ffe
-- public.ledger_account(p_kind text, p_owner uuid, p_currency text) -> bigint, as owner, f6fe13d0d8e5786db2dbf6d4e5573cd4
-- public.ledger_balance(p_account bigint) -> bigint, 2ed4be3ac734a6a2206b536cadbd516d
-- public.ledger_balance_of(p_kind text, p_owner uuid, p_currency text) -> bigint, a68b9b7180ead47f03be0337eda1f7e8
-- public.ledger_chain_breaks() -> TABLE(sequence bigint, transaction_id uuid, problem text), 6f1c1ac68f4779e4febaf5ac34a58041
-- public.ledger_digest(p_previous bytea, t ledger_transactions, p_entries text) -> bytea, 3b71b6bcaaa9c87103d0b40317c00b9d
-- public.ledger_entries_balance() -> trigger, 78a15645983f8ee7889da88f1ac1d91f
-- public.ledger_entries_text(p_transaction uuid) -> text, b311d820c97ac134b5af3fee6e646e77
-- public.ledger_post(p_id uuid, p_key text, p_reason text, p_actor uuid, p_reverses uuid, p_detail jsonb, p_from bigint[], p_to bigint[], p_amounts bigint[]) -> void, as owner, a8182e0eb539daf7a78eafc7dfa711bd
-- public.ledger_refuse_frozen_payout() -> trigger, as owner, 808bfde77e2961dde4d4df2991a7051c
-- public.ledger_roll_up(p_limit integer) -> integer, as owner, e4a28c4e2f083d5201bd2db6255f0ecf
-- public.ledger_seal(p_limit integer) -> integer, as owner, 86a9e0bc2968d84251106850fad5f89f
-- public.listing_changed() -> trigger, c848988914597c992310f615bfb3a6b5
-- public.months_after(p_anchor timestamp with time zone, p_months integer) -> timestamp with time zone, 3161593ceaaa440a80ad04d67b579273
-- public.payout_blocker(p_performer uuid) -> text, as owner, 1b1d78bd8934e9de167d8267c9e740e4
-- public.payouts_are_frozen() -> boolean, 9a1aaab8d6cac68449c3cc7d006e0c4a
-- public.performer_is_hidden(p_viewer uuid, p_performer uuid, p_country text) -> boolean, 8313c6b397c52e20e2ed31192d63b0b4
-- public.refresh_listing(of_performer uuid) -> void, 46060da8bc2b2cf6d9a60c9a201abe18
-- public.refuse_change() -> trigger, 05f0b15adc8607766c39fba6522e7da7
-- public.refuse_forgetting_terms() -> trigger, 49b4f8aec59495ac6c26b6ef0bd76ac4
-- public.release_earnings(p_limit integer) -> integer, as owner, 8145ee0b2f53f7d1c3d4b5b57070244c
-- public.search_fold(words text) -> text, d41d8cd98f00b204e9800998ecf8427e
-- public.search_language(code text) -> regconfig, fdb19f65a64d4b1480d6c5665c583826
-- public.search_pairs(words text) -> text[], 10b606aed201b26a6099f7c72b441d2c
-- public.search_query(words text, language regconfig) -> tsquery, 884d6e68e9b973fc7d4a02edb4db4ee0
-- public.search_vector(words text, language regconfig) -> tsvector, 9a653e39f7576ca1f2fa0a5c057c8db3
-- public.status_beneath(of_account uuid) -> text, 5146e854917e8ee53fe35632840ffa56
-- public.username_skeleton(p_username text) -> text, d41d8cd98f00b204e9800998ecf8427e
-- public.uuid_v7() -> uuid, 8664157077e0c89bff19b0e54de36cd6
