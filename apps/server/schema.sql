-- Written by `node apps/server/tools/write-schema.ts` from a migrated database. Change the migrations or sql/functions, then write it again.

CREATE TABLE fake_stripe.deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  event jsonb NOT NULL,
  deliver_at timestamp with time zone NOT NULL DEFAULT app_now(),
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamp with time zone,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX fake_stripe_deliveries_due ON fake_stripe.deliveries USING btree (deliver_at) WHERE (delivered_at IS NULL);

CREATE TABLE fake_stripe.idempotency (
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply jsonb NOT NULL,
  status integer NOT NULL,
  CONSTRAINT idempotency_pkey PRIMARY KEY (key)
);

CREATE TABLE fake_stripe.objects (
  id text NOT NULL,
  kind text NOT NULL,
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT objects_pkey PRIMARY KEY (id)
);
CREATE INDEX fake_stripe_objects_by_kind ON fake_stripe.objects USING btree (kind, created_at);

CREATE TABLE public.account_closings (
  account_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT app_now(),
  closes_at timestamp with time zone NOT NULL,
  reminded_at timestamp with time zone,
  closed_at timestamp with time zone,
  notified_through uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
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
  age_assurance text NOT NULL DEFAULT 'none'::text,
  age_assurance_until timestamp with time zone,
  terms_version text NOT NULL DEFAULT ''::text,
  username_skeleton text GENERATED ALWAYS AS (username_skeleton(username)) STORED,
  show_presence boolean NOT NULL DEFAULT true,
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_username_key UNIQUE (username),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_age_assurance_check CHECK ((age_assurance = ANY (ARRAY['none'::text, 'declared'::text, 'assured'::text]))),
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
CREATE TRIGGER accounts_avatar_usable BEFORE UPDATE OF avatar_file_id ON public.accounts FOR EACH ROW WHEN ((new.avatar_file_id IS DISTINCT FROM old.avatar_file_id)) EXECUTE FUNCTION refuse_quarantined_file('avatar_file_id');
CREATE CONSTRAINT TRIGGER accounts_change_listing AFTER UPDATE OF name, username, status, role, country, locale ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.role = 'performer'::text)) EXECUTE FUNCTION listing_changed();
CREATE TRIGGER accounts_cover_usable BEFORE UPDATE OF cover_file_id ON public.accounts FOR EACH ROW WHEN ((new.cover_file_id IS DISTINCT FROM old.cover_file_id)) EXECUTE FUNCTION refuse_quarantined_file('cover_file_id');

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

CREATE TABLE public.agora_seats (
  room_id uuid NOT NULL,
  uid bigint NOT NULL,
  session_id uuid NOT NULL,
  may text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT agora_seats_pkey PRIMARY KEY (room_id, uid),
  CONSTRAINT agora_seats_may_check CHECK ((may = ANY (ARRAY['publish'::text, 'view'::text]))),
  CONSTRAINT agora_seats_uid_check CHECK (((uid >= 1) AND (uid <= '4294967295'::bigint)))
);

CREATE TABLE public.audit_anchors (
  number bigint NOT NULL,
  day date NOT NULL,
  chain_link bigint NOT NULL,
  root bytea NOT NULL,
  CONSTRAINT audit_anchors_chain_link_key UNIQUE (chain_link),
  CONSTRAINT audit_anchors_day_key UNIQUE (day),
  CONSTRAINT audit_anchors_pkey PRIMARY KEY (number),
  CONSTRAINT audit_anchors_chain_link_fkey FOREIGN KEY (chain_link) REFERENCES audit_chain_links(number),
  CONSTRAINT audit_anchors_root_check CHECK ((length(root) = 32))
);
CREATE TRIGGER audit_anchors_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.audit_chain_entries (
  position bigint NOT NULL,
  entry_id bigint NOT NULL,
  written_at timestamp with time zone NOT NULL,
  salt bytea,
  personal bytea NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_chain_entries_entry_id_key UNIQUE (entry_id),
  CONSTRAINT audit_chain_entries_pkey PRIMARY KEY ("position"),
  CONSTRAINT audit_chain_entries_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_log(id),
  CONSTRAINT audit_chain_entries_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT audit_chain_entries_personal_check CHECK ((length(personal) = 32)),
  CONSTRAINT audit_chain_entries_salt_check CHECK ((length(salt) = 16))
);
CREATE TRIGGER audit_chain_entries_append_only BEFORE DELETE OR TRUNCATE ON public.audit_chain_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_entries_only_erase BEFORE UPDATE ON public.audit_chain_entries FOR EACH ROW EXECUTE FUNCTION audit_chain_entries_refuse_change();

CREATE TABLE public.audit_chain_links (
  number bigint NOT NULL,
  first_position bigint NOT NULL,
  last_position bigint NOT NULL,
  first_entry bigint NOT NULL,
  last_entry bigint NOT NULL,
  entries_hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  chained_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_chain_links_pkey PRIMARY KEY (number),
  CONSTRAINT audit_chain_links_check CHECK ((last_position >= first_position)),
  CONSTRAINT audit_chain_links_entries_hash_check CHECK ((length(entries_hash) = 32)),
  CONSTRAINT audit_chain_links_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_chain_links_previous_hash_check CHECK ((length(previous_hash) = 32))
);
CREATE TRIGGER audit_chain_links_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.audit_checks (
  is_last boolean NOT NULL DEFAULT true,
  checked_at timestamp with time zone NOT NULL DEFAULT app_now(),
  entries bigint NOT NULL,
  problem text,
  problem_entry bigint,
  CONSTRAINT audit_checks_pkey PRIMARY KEY (is_last),
  CONSTRAINT audit_checks_is_last_check CHECK (is_last)
);

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
CREATE TRIGGER audit_log_only_erases BEFORE UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_refuse_change();
CREATE TRIGGER audit_log_queue_for_chain AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_queue_for_chain();

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

CREATE TABLE public.audit_unchained (
  entry_id bigint NOT NULL,
  written_at timestamp with time zone NOT NULL,
  CONSTRAINT audit_unchained_pkey PRIMARY KEY (entry_id)
);

CREATE TABLE public.authenticator_apps (
  account_id uuid NOT NULL,
  encrypted_secret bytea NOT NULL,
  key_id text NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (account_id),
  CONSTRAINT authenticator_apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE public.awaited_files (
  item_id uuid NOT NULL,
  file_ids uuid[] NOT NULL,
  roles text[] NOT NULL,
  problem text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT awaited_files_pkey PRIMARY KEY (item_id),
  CONSTRAINT awaited_files_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT awaited_files_problem_check CHECK ((problem = ANY (ARRAY['failed'::text, 'sold'::text]))),
  CONSTRAINT awaited_files_roles_check CHECK (((cardinality(file_ids) > 0) AND (cardinality(file_ids) = cardinality(roles)) AND (roles <@ '{main,thumbnail,teaser,cover}'::text[])))
);
CREATE INDEX awaited_files_by_file ON public.awaited_files USING gin (file_ids) WHERE (problem IS NULL);

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

CREATE TABLE public.bounced_addresses (
  address citext NOT NULL,
  reason text NOT NULL,
  bounced_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT bounced_addresses_pkey PRIMARY KEY (address)
);

CREATE TABLE public.broadcast_files (
  broadcast_id uuid NOT NULL,
  position smallint NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT broadcast_files_broadcast_id_file_id_key UNIQUE (broadcast_id, file_id),
  CONSTRAINT broadcast_files_pkey PRIMARY KEY (broadcast_id, "position"),
  CONSTRAINT broadcast_files_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE,
  CONSTRAINT broadcast_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT broadcast_files_position_check CHECK (("position" >= 0))
);
CREATE INDEX broadcast_files_by_file ON public.broadcast_files USING btree (file_id);
CREATE TRIGGER broadcast_files_usable BEFORE INSERT OR UPDATE OF file_id ON public.broadcast_files FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');

CREATE TABLE public.broadcast_recipients (
  broadcast_id uuid NOT NULL,
  account_id uuid NOT NULL,
  message_id uuid,
  CONSTRAINT broadcast_recipients_pkey PRIMARY KEY (broadcast_id, account_id),
  CONSTRAINT broadcast_recipients_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT broadcast_recipients_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE,
  CONSTRAINT broadcast_recipients_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE SET NULL
);
CREATE INDEX broadcast_recipients_by_message ON public.broadcast_recipients USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE TABLE public.broadcasts (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  text text NOT NULL DEFAULT ''::text,
  price bigint,
  include jsonb NOT NULL,
  exclude jsonb NOT NULL DEFAULT '[]'::jsonb,
  leave_out_owners boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'scheduled'::text,
  publish_at timestamp with time zone NOT NULL,
  recipients integer NOT NULL DEFAULT 0,
  sent integer NOT NULL DEFAULT 0,
  last_recipient_id uuid,
  last_unsent_id uuid,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT broadcasts_pkey PRIMARY KEY (id),
  CONSTRAINT broadcasts_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT broadcasts_price_check CHECK ((price > 0)),
  CONSTRAINT broadcasts_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'sending'::text, 'sent'::text, 'cancelled'::text, 'unsent'::text]))),
  CONSTRAINT broadcasts_text_check CHECK ((length(text) <= 4000))
);
CREATE INDEX broadcasts_due ON public.broadcasts USING btree (publish_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'sending'::text]));
CREATE INDEX broadcasts_of_performer ON public.broadcasts USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX broadcasts_of_performer_by_change ON public.broadcasts USING btree (performer_id, updated_at DESC, id DESC);
CREATE INDEX broadcasts_unsending ON public.broadcasts USING btree (id) WHERE ((status = 'unsent'::text) AND (finished_at IS NULL));

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
  fingerprint text,
  CONSTRAINT cards_gateway_gateway_ref_key UNIQUE (gateway, gateway_ref),
  CONSTRAINT cards_pkey PRIMARY KEY (id),
  CONSTRAINT cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT cards_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  CONSTRAINT cards_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text))
);
CREATE INDEX cards_of_account ON public.cards USING btree (account_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX cards_of_fingerprint ON public.cards USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);
CREATE UNIQUE INDEX cards_one_default ON public.cards USING btree (account_id) WHERE (is_default AND (deleted_at IS NULL));

CREATE TABLE public.charge_kinds (
  kind text NOT NULL,
  event text NOT NULL,
  grant_function text,
  CONSTRAINT charge_kinds_pkey PRIMARY KEY (kind)
);

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
  tokens_returned bigint NOT NULL DEFAULT 0,
  offer_version integer,
  CONSTRAINT charges_pkey PRIMARY KEY (id),
  CONSTRAINT charges_are_postings CHECK ((transaction_id = id)),
  CONSTRAINT charges_returned CHECK (((tokens_returned >= 0) AND (tokens_returned <= tokens))),
  CONSTRAINT charges_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text]))),
  CONSTRAINT charges_tokens_check CHECK ((tokens > 0))
);
CREATE INDEX charges_changed ON public.charges USING btree (user_id, updated_at DESC, id DESC) WHERE (updated_at > created_at);
CREATE INDEX charges_of_streams ON public.charges USING btree (target_id, id) WHERE (type = 'stream'::text);
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
  held_for uuid,
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id),
  CONSTRAINT comments_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT comments_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comments(id),
  CONSTRAINT comments_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);
CREATE INDEX comments_held ON public.comments USING btree (held_for, created_at DESC, id DESC) WHERE (held_for IS NOT NULL);
CREATE INDEX comments_of_author ON public.comments USING btree (author_id, id);
CREATE INDEX comments_of_item ON public.comments USING btree (item_id, created_at DESC, id DESC) WHERE (parent_id IS NULL);
CREATE INDEX comments_of_item_by_change ON public.comments USING btree (item_id, updated_at DESC, id DESC) WHERE (parent_id IS NULL);
CREATE INDEX comments_replies ON public.comments USING btree (parent_id, created_at, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX comments_replies_by_change ON public.comments USING btree (parent_id, updated_at, id) WHERE (parent_id IS NOT NULL);
CREATE TRIGGER comments_file_usable BEFORE INSERT OR UPDATE OF file_id ON public.comments FOR EACH ROW WHEN ((new.file_id IS NOT NULL)) EXECUTE FUNCTION refuse_quarantined_file('file_id');

CREATE TABLE public.consent_quarantines (
  participant_id uuid NOT NULL,
  file_id uuid NOT NULL,
  sha256 bytea,
  phash bytea,
  quarantined_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT consent_quarantines_pkey PRIMARY KEY (participant_id, file_id),
  CONSTRAINT consent_quarantines_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT consent_quarantines_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id)
);
CREATE INDEX consent_quarantines_by_bands ON public.consent_quarantines USING gin (phash_bands(phash)) WHERE (phash IS NOT NULL);
CREATE INDEX consent_quarantines_by_file ON public.consent_quarantines USING btree (file_id);
CREATE INDEX consent_quarantines_by_hash ON public.consent_quarantines USING btree (sha256);

CREATE TABLE public.conversation_members (
  conversation_id uuid NOT NULL,
  account_id uuid NOT NULL,
  other_id uuid NOT NULL,
  unread integer NOT NULL DEFAULT 0,
  read_sequence bigint NOT NULL DEFAULT 0,
  read_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  is_muted boolean NOT NULL DEFAULT false,
  is_hidden boolean NOT NULL DEFAULT false,
  is_pinned boolean NOT NULL DEFAULT false,
  may_always_write boolean NOT NULL DEFAULT false,
  CONSTRAINT conversation_members_pkey PRIMARY KEY (conversation_id, account_id),
  CONSTRAINT conversation_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT conversation_members_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  CONSTRAINT conversation_members_other_id_fkey FOREIGN KEY (other_id) REFERENCES accounts(id),
  CONSTRAINT conversation_members_unread_check CHECK ((unread >= 0))
);
CREATE INDEX conversation_members_in_order ON public.conversation_members USING btree (account_id, is_pinned DESC, updated_at DESC, conversation_id DESC);
CREATE INDEX conversation_members_of_account ON public.conversation_members USING btree (account_id, updated_at DESC, conversation_id DESC);
CREATE INDEX conversation_members_unread ON public.conversation_members USING btree (account_id) INCLUDE (unread, other_id) WHERE (unread > 0);

CREATE TABLE public.conversations (
  id uuid NOT NULL DEFAULT uuid_v7(),
  low_id uuid,
  high_id uuid,
  last_sequence bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT conversations_low_id_high_id_key UNIQUE (low_id, high_id),
  CONSTRAINT conversations_pkey PRIMARY KEY (id),
  CONSTRAINT conversations_high_id_fkey FOREIGN KEY (high_id) REFERENCES accounts(id),
  CONSTRAINT conversations_low_id_fkey FOREIGN KEY (low_id) REFERENCES accounts(id),
  CONSTRAINT conversations_check CHECK ((low_id < high_id)),
  CONSTRAINT conversations_pair_check CHECK (((low_id IS NULL) = (high_id IS NULL)))
);

CREATE TABLE public.counter_deltas (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject text NOT NULL,
  subject_id uuid NOT NULL,
  counter text NOT NULL,
  delta bigint NOT NULL,
  CONSTRAINT counter_deltas_pkey PRIMARY KEY (id),
  CONSTRAINT counter_deltas_subject_check CHECK ((subject = ANY (ARRAY['performer'::text, 'item'::text, 'comment'::text, 'poll_option'::text, 'photo'::text])))
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

CREATE TABLE public.coupon_uses (
  id uuid NOT NULL DEFAULT uuid_v7(),
  coupon_id uuid NOT NULL,
  account_id uuid NOT NULL,
  card_fingerprint text,
  subscription_id uuid,
  payment_id uuid,
  status text NOT NULL,
  price bigint NOT NULL,
  discount bigint NOT NULL,
  borne bigint NOT NULL DEFAULT 0,
  turn integer NOT NULL DEFAULT 0,
  held_until timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT coupon_uses_pkey PRIMARY KEY (id),
  CONSTRAINT coupon_uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT coupon_uses_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  CONSTRAINT coupon_uses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment_transactions(id),
  CONSTRAINT coupon_uses_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  CONSTRAINT coupon_uses_borne_check CHECK ((borne >= 0)),
  CONSTRAINT coupon_uses_check CHECK (((discount >= 0) AND (discount <= price))),
  CONSTRAINT coupon_uses_status_check CHECK ((status = ANY (ARRAY['held'::text, 'paying'::text, 'used'::text, 'released'::text, 'returned'::text])))
);
CREATE INDEX coupon_uses_account ON public.coupon_uses USING btree (account_id, coupon_id);
CREATE INDEX coupon_uses_borne ON public.coupon_uses USING btree (coupon_id) WHERE (borne > 0);
CREATE INDEX coupon_uses_card ON public.coupon_uses USING btree (coupon_id, card_fingerprint) WHERE (card_fingerprint IS NOT NULL);
CREATE UNIQUE INDEX coupon_uses_held ON public.coupon_uses USING btree (coupon_id, account_id) WHERE (status = 'held'::text);
CREATE INDEX coupon_uses_open ON public.coupon_uses USING btree (coupon_id) WHERE (status = ANY (ARRAY['held'::text, 'paying'::text]));
CREATE UNIQUE INDEX coupon_uses_payment ON public.coupon_uses USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX coupon_uses_subscription ON public.coupon_uses USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX coupon_uses_used ON public.coupon_uses USING btree (coupon_id, used_at) WHERE (status = 'used'::text);

CREATE TABLE public.coupons (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid,
  code text NOT NULL,
  percent smallint,
  amount bigint,
  applies_to text NOT NULL,
  plan_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  new_subscribers_only boolean NOT NULL,
  max_uses integer,
  per_user integer,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  made_by uuid NOT NULL,
  used integer NOT NULL DEFAULT 0,
  sales bigint NOT NULL DEFAULT 0,
  given bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT coupons_code_key UNIQUE (code),
  CONSTRAINT coupons_pkey PRIMARY KEY (id),
  CONSTRAINT coupons_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT coupons_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT coupons_amount_check CHECK ((amount > 0)),
  CONSTRAINT coupons_applies_to_check CHECK ((applies_to = ANY (ARRAY['subscriptions'::text, 'tokens'::text, 'everything'::text]))),
  CONSTRAINT coupons_check CHECK ((num_nonnulls(percent, amount) = 1)),
  CONSTRAINT coupons_code_check CHECK ((code ~ '^[A-Z0-9-]{4,20}$'::text)),
  CONSTRAINT coupons_max_uses_check CHECK ((max_uses > 0)),
  CONSTRAINT coupons_per_user_check CHECK ((per_user > 0)),
  CONSTRAINT coupons_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  CONSTRAINT coupons_used_check CHECK ((used >= 0))
);
CREATE INDEX coupons_of_performer ON public.coupons USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX coupons_of_performer_by_change ON public.coupons USING btree (performer_id, updated_at DESC, id DESC);

CREATE TABLE public.data_exports (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  progress smallint NOT NULL DEFAULT 0,
  storage_key text,
  bytes bigint,
  requested_at timestamp with time zone NOT NULL DEFAULT app_now(),
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
CREATE INDEX data_exports_by_age ON public.data_exports USING btree (requested_at);
CREATE INDEX data_exports_of_account ON public.data_exports USING btree (account_id, requested_at DESC);
CREATE UNIQUE INDEX data_exports_one_running ON public.data_exports USING btree (account_id) WHERE (status = ANY (ARRAY['waiting'::text, 'building'::text]));
CREATE INDEX data_exports_running_out ON public.data_exports USING btree (expires_at) WHERE (status = 'ready'::text);

CREATE TABLE public.dispute_charges (
  payment_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  tokens bigint NOT NULL,
  held bigint NOT NULL,
  fee bigint NOT NULL,
  performer_id uuid,
  owed bigint NOT NULL DEFAULT 0,
  holds_payouts boolean NOT NULL DEFAULT false,
  CONSTRAINT dispute_charges_pkey PRIMARY KEY (payment_id, charge_id),
  CONSTRAINT dispute_charges_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  CONSTRAINT dispute_charges_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES disputes(id),
  CONSTRAINT dispute_charges_fee_check CHECK ((fee >= 0)),
  CONSTRAINT dispute_charges_held_check CHECK ((held >= 0)),
  CONSTRAINT dispute_charges_tokens_check CHECK ((tokens > 0))
);
CREATE INDEX dispute_charges_of_charge ON public.dispute_charges USING btree (charge_id);
CREATE INDEX dispute_charges_owed ON public.dispute_charges USING btree (performer_id) WHERE (owed > 0);

CREATE TABLE public.disputes (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  fingerprint text,
  status text NOT NULL DEFAULT 'open'::text,
  tokens bigint NOT NULL,
  from_wallet bigint NOT NULL,
  held bigint NOT NULL,
  owed bigint NOT NULL DEFAULT 0,
  blocks_paying boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  closed_at timestamp with time zone,
  reviewed_at timestamp with time zone,
  reviewed_by uuid,
  note text NOT NULL DEFAULT ''::text,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT disputes_id_fkey FOREIGN KEY (id) REFERENCES payment_transactions(id),
  CONSTRAINT disputes_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES accounts(id),
  CONSTRAINT disputes_note_check CHECK ((length(note) <= 1000)),
  CONSTRAINT disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX disputes_newest ON public.disputes USING btree (created_at DESC, id DESC);
CREATE INDEX disputes_of_account ON public.disputes USING btree (account_id);
CREATE INDEX disputes_of_card ON public.disputes USING btree (fingerprint) WHERE blocks_paying;
CREATE INDEX disputes_to_review ON public.disputes USING btree (created_at DESC, id DESC) WHERE (reviewed_at IS NULL);

CREATE TABLE public.earning_returns (
  id uuid NOT NULL DEFAULT uuid_v7(),
  earning_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  net bigint NOT NULL,
  fee bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT earning_returns_pkey PRIMARY KEY (id),
  CONSTRAINT earning_returns_earning_id_fkey FOREIGN KEY (earning_id) REFERENCES earnings(id),
  CONSTRAINT earning_returns_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT earning_returns_check CHECK (((net <> 0) OR (fee <> 0)))
);
CREATE INDEX earning_returns_of_earning ON public.earning_returns USING btree (earning_id);
CREATE INDEX earning_returns_of_performer ON public.earning_returns USING btree (performer_id, created_at);

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
  returned bigint NOT NULL DEFAULT 0,
  fee_returned bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  paid_out bigint NOT NULL DEFAULT 0,
  CONSTRAINT earnings_pkey PRIMARY KEY (id),
  CONSTRAINT earnings_are_charges CHECK ((charge_id = id)),
  CONSTRAINT earnings_check CHECK ((gross = (fee + net))),
  CONSTRAINT earnings_fee_bp_check CHECK (((fee_bp >= 0) AND (fee_bp <= 10000))),
  CONSTRAINT earnings_fee_check CHECK ((fee >= 0)),
  CONSTRAINT earnings_gross_check CHECK ((gross > 0)),
  CONSTRAINT earnings_held CHECK (((held >= 0) AND ((held + returned) <= net))),
  CONSTRAINT earnings_net_check CHECK ((net >= 0)),
  CONSTRAINT earnings_paid_out CHECK (((paid_out >= 0) AND (paid_out <= net))),
  CONSTRAINT earnings_returned CHECK ((((returned >= 0) AND (returned <= net)) AND ((fee_returned >= 0) AND (fee_returned <= fee)))),
  CONSTRAINT earnings_status_check CHECK ((status = ANY (ARRAY['escrow'::text, 'pending'::text, 'available'::text, 'in_payout'::text, 'paid'::text, 'reversed'::text]))),
  CONSTRAINT earnings_token_value_micro_check CHECK ((token_value_micro > 0))
);
CREATE INDEX earnings_by_date ON public.earnings USING btree (created_at);
CREATE INDEX earnings_in_escrow ON public.earnings USING btree (performer_id) WHERE (status = 'escrow'::text);
CREATE INDEX earnings_of_fan ON public.earnings USING btree (performer_id, user_id, created_at DESC, id DESC);
CREATE INDEX earnings_of_performer ON public.earnings USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX earnings_to_pay_out ON public.earnings USING btree (performer_id, id) WHERE (status = 'available'::text);
CREATE INDEX earnings_to_release ON public.earnings USING btree (available_at) WHERE (status = 'pending'::text);
CREATE TRIGGER earnings_of_items_made AFTER INSERT ON public.earnings FOR EACH ROW WHEN ((new.type = ANY (ARRAY['feed'::text, 'gallery'::text, 'video'::text, 'product'::text]))) EXECUTE FUNCTION item_earning_changed();
CREATE TRIGGER earnings_of_items_returned AFTER UPDATE OF returned ON public.earnings FOR EACH ROW WHEN (((new.returned <> old.returned) AND (new.type = ANY (ARRAY['feed'::text, 'gallery'::text, 'video'::text, 'product'::text])))) EXECUTE FUNCTION item_earning_changed();
CREATE TRIGGER earnings_returned AFTER UPDATE OF returned, fee_returned ON public.earnings FOR EACH ROW WHEN (((new.returned <> old.returned) OR (new.fee_returned <> old.fee_returned))) EXECUTE FUNCTION earning_returned();
CREATE TRIGGER earnings_spent AFTER INSERT ON public.earnings FOR EACH ROW EXECUTE FUNCTION fan_spending_changed();
CREATE TRIGGER earnings_spent_changed AFTER UPDATE OF returned, fee_returned, status ON public.earnings FOR EACH ROW WHEN (((new.returned <> old.returned) OR (new.fee_returned <> old.fee_returned) OR ((new.status = 'reversed'::text) <> (old.status = 'reversed'::text)))) EXECUTE FUNCTION fan_spending_changed();
CREATE CONSTRAINT TRIGGER escrow_is_dated AFTER UPDATE OF status, held, returned ON public.earnings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = 'escrow'::text) AND (new.type = 'product'::text))) EXECUTE FUNCTION order_is_dated();

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

CREATE TABLE public.event_subscribers (
  name text NOT NULL,
  xid xid8 NOT NULL,
  event_id bigint NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT event_subscribers_pkey PRIMARY KEY (name)
);

CREATE TABLE public.events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT events_in_order PRIMARY KEY (xid, id)
);

CREATE TABLE public.failed_events (
  subscriber text NOT NULL,
  xid xid8 NOT NULL,
  event_id bigint NOT NULL,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  tries smallint NOT NULL DEFAULT 1,
  retry_at timestamp with time zone NOT NULL,
  parked_at timestamp with time zone,
  last_error text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT failed_events_pkey PRIMARY KEY (subscriber, xid, event_id)
);
CREATE INDEX failed_events_parked ON public.failed_events USING btree (parked_at) WHERE (parked_at IS NOT NULL);
CREATE INDEX failed_events_to_retry ON public.failed_events USING btree (subscriber, retry_at) WHERE (parked_at IS NULL);

CREATE TABLE public.fan_list_members (
  list_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT fan_list_members_pkey PRIMARY KEY (list_id, account_id),
  CONSTRAINT fan_list_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT fan_list_members_list_id_fkey FOREIGN KEY (list_id) REFERENCES fan_lists(id) ON DELETE CASCADE
);
CREATE INDEX fan_list_members_newest ON public.fan_list_members USING btree (list_id, created_at DESC, account_id DESC);
CREATE INDEX fan_list_members_of_account ON public.fan_list_members USING btree (account_id, list_id);

CREATE TABLE public.fan_lists (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT fan_lists_pkey PRIMARY KEY (id),
  CONSTRAINT fan_lists_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT fan_lists_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE INDEX fan_lists_of_performer ON public.fan_lists USING btree (performer_id, updated_at DESC, id DESC);

CREATE TABLE public.fan_notes (
  performer_id uuid NOT NULL,
  account_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT fan_notes_pkey PRIMARY KEY (performer_id, account_id),
  CONSTRAINT fan_notes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT fan_notes_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT fan_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);
CREATE INDEX fan_notes_by_account ON public.fan_notes USING btree (account_id);

CREATE TABLE public.fan_spending (
  performer_id uuid NOT NULL,
  fan_id uuid NOT NULL,
  spent bigint NOT NULL,
  CONSTRAINT fan_spending_pkey PRIMARY KEY (performer_id, fan_id),
  CONSTRAINT fan_spending_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts(id),
  CONSTRAINT fan_spending_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT fan_spending_spent_check CHECK ((spent >= 0))
);
CREATE INDEX fan_spending_most ON public.fan_spending USING btree (performer_id, spent DESC, fan_id DESC);
CREATE INDEX fan_spending_of_fan ON public.fan_spending USING btree (fan_id);

CREATE TABLE public.feed_inbox (
  account_id uuid NOT NULL,
  published_at timestamp with time zone NOT NULL,
  item_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  CONSTRAINT feed_inbox_pkey PRIMARY KEY (account_id, published_at, item_id)
);
CREATE INDEX feed_inbox_of_pair ON public.feed_inbox USING btree (account_id, performer_id);

CREATE TABLE public.feed_search (
  item_id uuid NOT NULL,
  published_at timestamp with time zone NOT NULL,
  title text NOT NULL,
  vector tsvector NOT NULL,
  kind text NOT NULL DEFAULT 'feed'::text,
  CONSTRAINT feed_search_pkey PRIMARY KEY (item_id),
  CONSTRAINT feed_search_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
);
CREATE INDEX feed_search_by_date ON public.feed_search USING btree (published_at DESC, item_id);
CREATE INDEX feed_search_by_vector ON public.feed_search USING gin (vector);
CREATE TRIGGER feed_search_add_terms AFTER INSERT ON public.feed_search FOR EACH ROW EXECUTE FUNCTION title_terms_changed();
CREATE TRIGGER feed_search_change_terms AFTER UPDATE OF title ON public.feed_search FOR EACH ROW WHEN ((old.title IS DISTINCT FROM new.title)) EXECUTE FUNCTION title_terms_changed();

CREATE TABLE public.feeds (
  item_id uuid NOT NULL,
  type text NOT NULL,
  draft_poll jsonb,
  CONSTRAINT feeds_pkey PRIMARY KEY (item_id),
  CONSTRAINT feeds_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT feeds_type_check CHECK ((type = ANY (ARRAY['text'::text, 'photo'::text, 'video'::text, 'audio'::text, 'poll'::text])))
);

CREATE TABLE public.file_captions (
  file_id uuid NOT NULL,
  locale text NOT NULL,
  label text NOT NULL,
  vtt text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT file_captions_pkey PRIMARY KEY (file_id, locale),
  CONSTRAINT file_captions_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT file_captions_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT file_captions_locale_check CHECK (((locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text) AND (length(locale) <= 20))),
  CONSTRAINT file_captions_vtt_check CHECK ((octet_length(vtt) <= 1048576))
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
  unreferenced_since timestamp with time zone,
  crop jsonb,
  alt text NOT NULL DEFAULT ''::text,
  is_retained boolean NOT NULL DEFAULT false,
  blocked_from text,
  CONSTRAINT files_original_key_key UNIQUE (original_key),
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  CONSTRAINT files_alt_check CHECK ((length(alt) <= 500)),
  CONSTRAINT files_average_color_check CHECK ((average_color ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT files_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text, 'audio'::text, 'document'::text, 'thumbnail'::text, 'teaser'::text, 'digital'::text]))),
  CONSTRAINT files_original_name_check CHECK ((length(original_name) <= 255)),
  CONSTRAINT files_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  CONSTRAINT files_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'uploaded'::text, 'scanning'::text, 'processing'::text, 'ready'::text, 'failed'::text, 'blocked'::text, 'deleted'::text])))
);
CREATE INDEX files_by_bands ON public.files USING gin (phash_bands(phash)) WHERE (phash IS NOT NULL);
CREATE INDEX files_by_hash ON public.files USING btree (owner_id, sha256) WHERE ((status <> 'deleted'::text) AND ((purpose ~~ 'feed-%'::text) OR (purpose = 'product-file'::text)));
CREATE INDEX files_by_owner ON public.files USING btree (owner_id, purpose, created_at DESC);
CREATE INDEX files_by_sha256 ON public.files USING btree (sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX files_failed ON public.files USING btree (updated_at) WHERE (status = 'failed'::text);
CREATE INDEX files_in_vault ON public.files USING btree (owner_id, created_at DESC, id DESC) WHERE ((status <> 'deleted'::text) AND ((purpose ~~ 'feed-%'::text) OR (purpose = 'product-file'::text)));
CREATE INDEX files_of_owner ON public.files USING btree (owner_id, id);
CREATE INDEX files_unfinished ON public.files USING btree (status, updated_at) WHERE (status = ANY (ARRAY['uploading'::text, 'uploaded'::text, 'scanning'::text, 'processing'::text]));
CREATE INDEX files_unreferenced ON public.files USING btree (unreferenced_since) WHERE (unreferenced_since IS NOT NULL);
CREATE TRIGGER files_quarantined_on_arrival BEFORE INSERT ON public.files FOR EACH ROW WHEN ((new.status <> ALL (ARRAY['blocked'::text, 'deleted'::text]))) EXECUTE FUNCTION quarantine_file();
CREATE TRIGGER files_quarantined_when_known BEFORE UPDATE OF status, sha256, phash ON public.files FOR EACH ROW WHEN (((new.status <> ALL (ARRAY['blocked'::text, 'deleted'::text])) AND ((old.status = 'blocked'::text) OR (new.sha256 IS DISTINCT FROM old.sha256) OR (new.phash IS DISTINCT FROM old.phash) OR ((new.status = 'ready'::text) AND (old.status <> 'ready'::text))))) EXECUTE FUNCTION quarantine_file();

CREATE TABLE public.follows (
  follower_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT follows_pkey PRIMARY KEY (follower_id, performer_id),
  CONSTRAINT follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES accounts(id)
);
CREATE INDEX follows_newest ON public.follows USING btree (follower_id, created_at DESC, performer_id);
CREATE INDEX follows_of_performer ON public.follows USING btree (performer_id, created_at DESC, follower_id);

CREATE TABLE public.former_item_files (
  participant_id uuid NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT former_item_files_pkey PRIMARY KEY (participant_id, file_id),
  CONSTRAINT former_item_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT former_item_files_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE
);

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

CREATE TABLE public.galleries (
  item_id uuid NOT NULL,
  CONSTRAINT galleries_pkey PRIMARY KEY (item_id),
  CONSTRAINT galleries_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
);

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

CREATE TABLE public.group_messages (
  id uuid NOT NULL,
  group_id uuid NOT NULL,
  account_id uuid NOT NULL,
  client_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT group_messages_group_id_account_id_client_id_key UNIQUE (group_id, account_id, client_id),
  CONSTRAINT group_messages_pkey PRIMARY KEY (id),
  CONSTRAINT group_messages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT group_messages_group_id_fkey FOREIGN KEY (group_id) REFERENCES group_shows(id),
  CONSTRAINT group_messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 300)))
);
CREATE INDEX group_messages_account ON public.group_messages USING btree (account_id, created_at DESC);
CREATE INDEX group_messages_group ON public.group_messages USING btree (group_id, created_at DESC, id DESC);

CREATE TABLE public.group_shows (
  id uuid NOT NULL,
  performer_id uuid NOT NULL,
  price_per_minute bigint NOT NULL,
  people_max smallint NOT NULL,
  ended_by text,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT group_shows_pkey PRIMARY KEY (id),
  CONSTRAINT group_shows_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT group_shows_check CHECK (((ended_by IS NULL) = (ended_at IS NULL))),
  CONSTRAINT group_shows_ended_by_check CHECK ((ended_by = ANY (ARRAY['performer'::text, 'empty'::text, 'moderator'::text]))),
  CONSTRAINT group_shows_price_per_minute_check CHECK ((price_per_minute > 0))
);
CREATE INDEX group_shows_performer ON public.group_shows USING btree (performer_id, started_at DESC);
CREATE UNIQUE INDEX group_shows_running ON public.group_shows USING btree (performer_id) WHERE (ended_by IS NULL);

CREATE TABLE public.held_stream_messages (
  id uuid NOT NULL,
  performer_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  client_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT held_stream_messages_sender_id_client_id_key UNIQUE (sender_id, client_id),
  CONSTRAINT held_stream_messages_pkey PRIMARY KEY (id),
  CONSTRAINT held_stream_messages_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT held_stream_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES accounts(id),
  CONSTRAINT held_stream_messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500)))
);
CREATE INDEX held_stream_messages_age ON public.held_stream_messages USING btree (created_at);
CREATE INDEX held_stream_messages_chat ON public.held_stream_messages USING btree (performer_id, created_at DESC, id DESC);

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
CREATE TRIGGER item_files_noted AFTER DELETE ON public.item_files FOR EACH ROW EXECUTE FUNCTION note_former_file();
CREATE TRIGGER item_files_usable BEFORE INSERT OR UPDATE OF file_id ON public.item_files FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');
CREATE CONSTRAINT TRIGGER item_files_version_offer AFTER INSERT OR DELETE OR UPDATE ON public.item_files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION item_offer_changed('item_id');

CREATE TABLE public.item_offers (
  item_id uuid NOT NULL,
  terms jsonb NOT NULL,
  is_shown boolean NOT NULL,
  CONSTRAINT item_offers_pkey PRIMARY KEY (item_id),
  CONSTRAINT item_offers_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE
);

CREATE TABLE public.item_participants (
  item_id uuid NOT NULL,
  participant_id uuid NOT NULL,
  CONSTRAINT item_participants_pkey PRIMARY KEY (item_id, participant_id),
  CONSTRAINT item_participants_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT item_participants_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE
);
CREATE INDEX item_participants_of_person ON public.item_participants USING btree (participant_id, item_id);

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
  gate_list_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  deleted_at timestamp with time zone,
  deleted_from text,
  earned bigint NOT NULL DEFAULT 0,
  offer_version integer NOT NULL DEFAULT 1,
  hidden_from text,
  chapters jsonb NOT NULL DEFAULT '[]'::jsonb,
  buyers_may_download boolean NOT NULL DEFAULT true,
  who_may_comment text,
  CONSTRAINT items_pkey PRIMARY KEY (id),
  CONSTRAINT items_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT items_check CHECK (((gate_type <> 'paid'::text) OR (gate_price IS NOT NULL))),
  CONSTRAINT items_check1 CHECK (((status <> 'published'::text) OR (published_at IS NOT NULL))),
  CONSTRAINT items_gate_price_check CHECK ((gate_price > 0)),
  CONSTRAINT items_gate_type_check CHECK ((gate_type = ANY (ARRAY['public'::text, 'followers'::text, 'subscribers'::text, 'plan'::text, 'paid'::text, 'list'::text]))),
  CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['feed'::text, 'gallery'::text, 'video'::text, 'photo'::text, 'product'::text]))),
  CONSTRAINT items_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'processing'::text, 'pending_review'::text, 'published'::text, 'hidden'::text, 'removed'::text, 'archived'::text]))),
  CONSTRAINT items_text_check CHECK ((length(text) <= 10000)),
  CONSTRAINT items_title_check CHECK ((length(title) <= 200)),
  CONSTRAINT items_who_may_comment_check CHECK ((who_may_comment = ANY (ARRAY['everyone'::text, 'followers'::text, 'subscribers'::text, 'none'::text])))
);
CREATE INDEX items_by_tag ON public.items USING gin (tags) WHERE (status = 'published'::text);
CREATE INDEX items_expiring ON public.items USING btree (expires_at) WHERE ((status = 'published'::text) AND (expires_at IS NOT NULL));
CREATE INDEX items_in_studio ON public.items USING btree (performer_id, kind, updated_at DESC, id DESC);
CREATE INDEX items_in_trash ON public.items USING btree (performer_id, deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX items_newest ON public.items USING btree (kind, published_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX items_of_performer ON public.items USING btree (performer_id, kind, published_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX items_pinned ON public.items USING btree (performer_id, kind, published_at DESC) WHERE (is_pinned AND (status = 'published'::text));
CREATE INDEX items_to_purge ON public.items USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX items_waiting ON public.items USING btree (publish_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'processing'::text]));
CREATE TRIGGER items_refresh_search AFTER INSERT OR UPDATE OF title, text, tags, status, gate_type, published_at ON public.items FOR EACH ROW WHEN ((new.kind <> 'photo'::text)) EXECUTE FUNCTION feed_search_changed();
CREATE CONSTRAINT TRIGGER items_version_download AFTER UPDATE OF buyers_may_download ON public.items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 'video'::text) AND (new.buyers_may_download <> old.buyers_may_download))) EXECUTE FUNCTION item_offer_changed('id');
CREATE CONSTRAINT TRIGGER items_version_offer AFTER INSERT OR UPDATE OF status, title, text, gate_type, gate_price, gate_free_for_subscribers ON public.items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.kind <> 'photo'::text)) EXECUTE FUNCTION item_offer_changed('id');

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
CREATE INDEX known_devices_of_hash ON public.known_devices USING btree (device_hash);

CREATE TABLE public.ledger_accounts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  owner_id uuid,
  currency text NOT NULL,
  may_be_negative boolean DEFAULT false,
  balance bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT ledger_accounts_kind_owner_id_currency_key UNIQUE NULLS NOT DISTINCT (kind, owner_id, currency),
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_account_not_below_zero CHECK (((kind = ANY (ARRAY['gateway_clearing'::text, 'debt'::text])) OR (balance >= 0))),
  CONSTRAINT ledger_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['fan_wallet'::text, 'fan_bonus'::text, 'wallet_hold'::text, 'performer_pending'::text, 'performer_available'::text, 'performer_reserve'::text, 'performer_in_payout'::text, 'escrow'::text, 'platform_fees'::text, 'gateway_clearing'::text, 'token_float'::text, 'tax'::text, 'debt'::text]))) NOT VALID,
  CONSTRAINT ledger_accounts_may_be_negative CHECK ((may_be_negative = (kind = ANY (ARRAY['gateway_clearing'::text, 'debt'::text]))))
);

CREATE TABLE public.ledger_chain_links (
  sequence bigint NOT NULL,
  transaction_id uuid NOT NULL,
  hash bytea NOT NULL,
  previous_hash bytea NOT NULL,
  chained_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ledger_chain_links_transaction_id_key UNIQUE (transaction_id),
  CONSTRAINT ledger_chain_links_pkey PRIMARY KEY (sequence),
  CONSTRAINT ledger_chain_links_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT ledger_chain_links_previous_hash_check CHECK ((length(previous_hash) = 32))
);
CREATE TRIGGER ledger_chain_links_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_chain_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE public.ledger_check_alarm (
  is_only boolean NOT NULL DEFAULT true,
  since timestamp with time zone NOT NULL DEFAULT app_now(),
  announced_at timestamp with time zone,
  CONSTRAINT ledger_check_alarm_pkey PRIMARY KEY (is_only),
  CONSTRAINT ledger_check_alarm_is_only_check CHECK (is_only)
);

CREATE TABLE public.ledger_checks (
  id uuid NOT NULL DEFAULT uuid_v7(),
  started_at timestamp with time zone NOT NULL DEFAULT app_now(),
  finished_at timestamp with time zone,
  outcome text,
  violations integer,
  error text,
  CONSTRAINT ledger_checks_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_checks_finished CHECK (((outcome IS NULL) = (finished_at IS NULL))),
  CONSTRAINT ledger_checks_outcome_check CHECK ((outcome = ANY (ARRAY['passed'::text, 'violations'::text, 'failed'::text])))
);
CREATE INDEX ledger_checks_newest ON public.ledger_checks USING btree (started_at DESC);

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

CREATE TABLE public.ledger_unchained (
  transaction_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_unchained_pkey PRIMARY KEY (transaction_id)
);

CREATE TABLE public.link_previews (
  id uuid NOT NULL DEFAULT uuid_v7(),
  url_hash bytea NOT NULL,
  url text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  site_name text NOT NULL DEFAULT ''::text,
  fetched_at timestamp with time zone NOT NULL DEFAULT app_now(),
  image_key text,
  CONSTRAINT link_previews_pkey PRIMARY KEY (id)
);
CREATE INDEX link_previews_by_age ON public.link_previews USING btree (fetched_at);
CREATE INDEX link_previews_by_url ON public.link_previews USING btree (url_hash, fetched_at DESC);

CREATE TABLE public.live_looks (
  id uuid NOT NULL DEFAULT uuid_v7(),
  room_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT live_looks_pkey PRIMARY KEY (id),
  CONSTRAINT live_looks_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES accounts(id)
);
CREATE INDEX live_looks_age ON public.live_looks USING btree (created_at);
CREATE INDEX live_looks_room ON public.live_looks USING btree (room_id, staff_id);
CREATE INDEX live_looks_staff ON public.live_looks USING btree (staff_id);

CREATE UNLOGGED TABLE public.live_processes (
  id uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT live_processes_pkey PRIMARY KEY (id)
);

CREATE TABLE public.live_reached (
  opening text NOT NULL,
  user_id uuid NOT NULL,
  ms bigint NOT NULL DEFAULT 0,
  span text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT live_reached_pkey PRIMARY KEY (opening, user_id),
  CONSTRAINT live_reached_ms_check CHECK ((ms >= 0))
);
CREATE INDEX live_reached_age ON public.live_reached USING btree (seen_at);

CREATE TABLE public.live_removals (
  room_id uuid NOT NULL,
  session_id text NOT NULL,
  removed_at timestamp with time zone NOT NULL,
  CONSTRAINT live_removals_pkey PRIMARY KEY (room_id, session_id)
);
CREATE INDEX live_removals_age ON public.live_removals USING btree (removed_at);

CREATE TABLE public.live_stills (
  id uuid NOT NULL DEFAULT uuid_v7(),
  stream_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  is_known boolean NOT NULL DEFAULT false,
  storage_key text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT live_stills_pkey PRIMARY KEY (id),
  CONSTRAINT live_stills_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES performers(account_id)
);
CREATE INDEX live_stills_age ON public.live_stills USING btree (created_at);
CREATE INDEX live_stills_performer ON public.live_stills USING btree (performer_id);
CREATE INDEX live_stills_stream ON public.live_stills USING btree (stream_id, created_at DESC);

CREATE TABLE public.live_suspensions (
  performer_id uuid NOT NULL,
  reason text NOT NULL,
  until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT live_suspensions_pkey PRIMARY KEY (performer_id),
  CONSTRAINT live_suspensions_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES performers(account_id),
  CONSTRAINT live_suspensions_reason_check CHECK ((length(reason) <= 500))
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
  encrypted_secret bytea,
  reply_to text,
  unsubscribe text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_reply_to_check CHECK ((length(reply_to) <= 254)),
  CONSTRAINT mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'stored'::text])))
);
CREATE INDEX mails_by_address ON public.mails USING btree (to_address, kind, created_at DESC);
CREATE INDEX mails_newest ON public.mails USING btree (created_at DESC);

CREATE TABLE public.message_files (
  message_id uuid NOT NULL,
  file_id uuid NOT NULL,
  position smallint NOT NULL,
  CONSTRAINT message_files_message_id_file_id_key UNIQUE (message_id, file_id),
  CONSTRAINT message_files_pkey PRIMARY KEY (message_id, "position"),
  CONSTRAINT message_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT message_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE,
  CONSTRAINT message_files_position_check CHECK (("position" >= 0))
);
CREATE INDEX message_files_by_file ON public.message_files USING btree (file_id);
CREATE TRIGGER message_files_usable BEFORE INSERT OR UPDATE OF file_id ON public.message_files FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');

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

CREATE TABLE public.messages (
  id uuid NOT NULL DEFAULT uuid_v7(),
  conversation_id uuid NOT NULL,
  sequence bigint NOT NULL,
  sender_id uuid NOT NULL,
  client_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  type text NOT NULL,
  text text NOT NULL DEFAULT ''::text,
  price bigint,
  deleted_at timestamp with time zone,
  seen_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  author_kind text,
  reply_to_id uuid,
  charge_id uuid,
  search tsvector,
  broadcast_id uuid,
  link_preview_id uuid,
  CONSTRAINT messages_conversation_id_sequence_key UNIQUE (conversation_id, sequence),
  CONSTRAINT messages_sender_id_client_id_key UNIQUE (sender_id, client_id),
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id),
  CONSTRAINT messages_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  CONSTRAINT messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  CONSTRAINT messages_link_preview_id_fkey FOREIGN KEY (link_preview_id) REFERENCES link_previews(id),
  CONSTRAINT messages_reply_to_id_fkey FOREIGN KEY (reply_to_id) REFERENCES messages(id),
  CONSTRAINT messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES accounts(id),
  CONSTRAINT messages_author_kind_check CHECK ((author_kind = ANY (ARRAY['creator'::text, 'team'::text, 'automation'::text]))),
  CONSTRAINT messages_price_check CHECK ((price > 0)),
  CONSTRAINT messages_sequence_check CHECK ((sequence > 0)),
  CONSTRAINT messages_text_check CHECK ((length(text) <= 4000)),
  CONSTRAINT messages_type_check CHECK ((type = ANY (ARRAY['text'::text, 'photo'::text, 'video'::text, 'audio'::text, 'tip'::text, 'system'::text])))
);
CREATE UNIQUE INDEX messages_by_charge ON public.messages USING btree (charge_id) WHERE (charge_id IS NOT NULL);
CREATE INDEX messages_by_date ON public.messages USING btree (conversation_id, created_at DESC, sequence DESC);
CREATE INDEX messages_by_link_preview ON public.messages USING btree (link_preview_id) WHERE (link_preview_id IS NOT NULL);
CREATE INDEX messages_by_reply ON public.messages USING btree (reply_to_id) WHERE (reply_to_id IS NOT NULL);
CREATE INDEX messages_by_search ON public.messages USING gin (search);
CREATE INDEX messages_of_broadcast ON public.messages USING btree (broadcast_id, id) WHERE (broadcast_id IS NOT NULL);
CREATE INDEX messages_of_sender ON public.messages USING btree (sender_id, created_at DESC, id DESC);
CREATE INDEX messages_opened ON public.messages USING btree (broadcast_id) WHERE ((broadcast_id IS NOT NULL) AND (seen_at IS NOT NULL));
CREATE TRIGGER messages_search BEFORE INSERT OR UPDATE OF text, deleted_at ON public.messages FOR EACH ROW EXECUTE FUNCTION message_search_changed();

CREATE TABLE public.not_interested (
  account_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  item_id uuid,
  subject_id uuid NOT NULL GENERATED ALWAYS AS (COALESCE(item_id, performer_id)) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT not_interested_pkey PRIMARY KEY (account_id, subject_id),
  CONSTRAINT not_interested_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT not_interested_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT not_interested_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id)
);
CREATE INDEX not_interested_newest ON public.not_interested USING btree (account_id, created_at DESC, subject_id DESC);
CREATE INDEX not_interested_of_item ON public.not_interested USING btree (item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX not_interested_of_performer ON public.not_interested USING btree (performer_id);

CREATE TABLE public.notification_post_reads (
  account_id uuid NOT NULL,
  item_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT notification_post_reads_pkey PRIMARY KEY (account_id, item_id),
  CONSTRAINT notification_post_reads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX notification_post_reads_by_age ON public.notification_post_reads USING btree (created_at);

CREATE TABLE public.notification_settings (
  account_id uuid NOT NULL,
  preferences jsonb NOT NULL DEFAULT '{}'::jsonb,
  quiet_hours boolean NOT NULL DEFAULT false,
  quiet_from smallint NOT NULL DEFAULT 1320,
  quiet_until smallint NOT NULL DEFAULT 480,
  email_summary boolean NOT NULL DEFAULT false,
  summary_due_at timestamp with time zone,
  posts_read_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  push_hour timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  push_count smallint NOT NULL DEFAULT 0,
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT notification_settings_pkey PRIMARY KEY (account_id),
  CONSTRAINT notification_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT notification_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  CONSTRAINT notification_settings_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 1439)))
);
CREATE INDEX notification_settings_due ON public.notification_settings USING btree (summary_due_at) WHERE (summary_due_at IS NOT NULL);

CREATE TABLE public.notifications (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  kind text NOT NULL,
  filter text NOT NULL,
  group_key text NOT NULL,
  actor_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  actor_count integer NOT NULL DEFAULT 0,
  item_id uuid,
  comment_id uuid,
  object_id uuid,
  tokens bigint,
  detail text NOT NULL DEFAULT ''::text,
  is_listed boolean NOT NULL DEFAULT true,
  read_at timestamp with time zone,
  emailed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX notifications_by_age ON public.notifications USING btree (updated_at);
CREATE INDEX notifications_filtered ON public.notifications USING btree (account_id, filter, updated_at DESC, id DESC) WHERE is_listed;
CREATE INDEX notifications_of_account ON public.notifications USING btree (account_id, updated_at DESC, id DESC) WHERE is_listed;
CREATE INDEX notifications_of_object ON public.notifications USING btree (object_id) WHERE (object_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_open_group ON public.notifications USING btree (account_id, group_key) WHERE (read_at IS NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (account_id, updated_at DESC, id DESC) WHERE (is_listed AND (read_at IS NULL));

CREATE TABLE public.offer_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  item_id uuid NOT NULL,
  was jsonb NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT offer_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX offer_changes_of_item ON public.offer_changes USING btree (item_id, changed_at);
CREATE INDEX offer_changes_oldest ON public.offer_changes USING btree (changed_at);

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

CREATE UNLOGGED TABLE public.online_accounts (
  account_id uuid NOT NULL,
  process_id uuid NOT NULL,
  CONSTRAINT online_accounts_pkey PRIMARY KEY (account_id, process_id),
  CONSTRAINT online_accounts_process_id_fkey FOREIGN KEY (process_id) REFERENCES live_processes(id) ON DELETE CASCADE
);
CREATE INDEX online_accounts_of_process ON public.online_accounts USING btree (process_id);

CREATE TABLE public.order_decisions (
  order_id uuid NOT NULL,
  decision text NOT NULL,
  tokens bigint NOT NULL,
  statement text NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT order_decisions_pkey PRIMARY KEY (order_id),
  CONSTRAINT order_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT order_decisions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT order_decisions_decision_check CHECK ((decision = ANY (ARRAY['release'::text, 'refund'::text, 'split'::text]))),
  CONSTRAINT order_decisions_statement_check CHECK (((length(statement) >= 1) AND (length(statement) <= 2000))),
  CONSTRAINT order_decisions_tokens_check CHECK ((tokens >= 0))
);
CREATE INDEX order_decisions_of_staff ON public.order_decisions USING btree (decided_by);

CREATE TABLE public.order_events (
  id uuid NOT NULL DEFAULT uuid_v7(),
  order_id uuid NOT NULL,
  type text NOT NULL,
  by text NOT NULL,
  tokens bigint,
  note text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT order_events_pkey PRIMARY KEY (id),
  CONSTRAINT order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT order_events_by_check CHECK ((by = ANY (ARRAY['buyer'::text, 'performer'::text, 'staff'::text, 'system'::text]))),
  CONSTRAINT order_events_note_check CHECK ((length(note) <= 500))
);
CREATE INDEX order_events_of_order ON public.order_events USING btree (order_id, id);

CREATE TABLE public.orders (
  id uuid NOT NULL,
  number text NOT NULL,
  buyer_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  product_id uuid NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  image_file_id uuid,
  unit_price bigint NOT NULL,
  quantity smallint NOT NULL,
  shipping_fee bigint NOT NULL,
  delivery_address jsonb,
  fulfilment text NOT NULL,
  carrier text NOT NULL DEFAULT ''::text,
  tracking_code text NOT NULL DEFAULT ''::text,
  ship_by timestamp with time zone,
  shipped_at timestamp with time zone,
  settle_at timestamp with time zone,
  problem_at timestamp with time zone,
  downloads integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  problem text,
  act_by timestamp with time zone,
  escalated_at timestamp with time zone,
  paused_at timestamp with time zone,
  CONSTRAINT orders_number_key UNIQUE (number),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts(id),
  CONSTRAINT orders_image_file_id_fkey FOREIGN KEY (image_file_id) REFERENCES files(id),
  CONSTRAINT orders_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT orders_carrier_check CHECK ((length(carrier) <= 60)),
  CONSTRAINT orders_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['not_fulfilled'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'returned'::text, 'cancelled'::text]))),
  CONSTRAINT orders_number_check CHECK ((number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$'::text)),
  CONSTRAINT orders_problem_check CHECK ((problem = ANY (ARRAY['reported'::text, 'answered'::text, 'escalated'::text]))),
  CONSTRAINT orders_quantity_check CHECK ((quantity > 0)),
  CONSTRAINT orders_shipping_fee_check CHECK ((shipping_fee >= 0)),
  CONSTRAINT orders_tracking_code_check CHECK ((length(tracking_code) <= 100)),
  CONSTRAINT orders_type_check CHECK ((type = ANY (ARRAY['physical'::text, 'digital'::text]))),
  CONSTRAINT orders_unit_price_check CHECK ((unit_price > 0))
);
CREATE INDEX orders_by_image ON public.orders USING btree (image_file_id) WHERE (image_file_id IS NOT NULL);
CREATE INDEX orders_escalated ON public.orders USING btree (escalated_at DESC, id DESC) WHERE (escalated_at IS NOT NULL);
CREATE INDEX orders_of_buyer ON public.orders USING btree (buyer_id, updated_at DESC, id DESC);
CREATE INDEX orders_of_buyer_by_creation ON public.orders USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_performer ON public.orders USING btree (performer_id, updated_at DESC, id DESC);
CREATE INDEX orders_of_performer_by_creation ON public.orders USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_product ON public.orders USING btree (product_id, buyer_id);
CREATE INDEX orders_on_their_way ON public.orders USING btree (buyer_id, updated_at DESC, id DESC) WHERE ((type = 'physical'::text) AND (fulfilment = ANY (ARRAY['not_fulfilled'::text, 'processing'::text, 'shipped'::text])));
CREATE INDEX orders_to_decide ON public.orders USING btree (act_by, id) WHERE (problem = 'escalated'::text);
CREATE INDEX orders_to_settle ON public.orders USING btree (settle_at) WHERE ((settle_at IS NOT NULL) AND (paused_at IS NULL));
CREATE CONSTRAINT TRIGGER orders_are_dated AFTER INSERT OR UPDATE OF settle_at ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.type = 'physical'::text) AND (new.settle_at IS NULL))) EXECUTE FUNCTION order_is_dated();

CREATE TABLE public.page_closures (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  performer_id uuid NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT app_now(),
  ended_at timestamp with time zone,
  notified_through uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  CONSTRAINT page_closures_pkey PRIMARY KEY (id),
  CONSTRAINT page_closures_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id)
);
CREATE INDEX page_closures_of_performer ON public.page_closures USING btree (performer_id);
CREATE UNIQUE INDEX page_closures_open ON public.page_closures USING btree (performer_id) WHERE (ended_at IS NULL);

CREATE TABLE public.participant_documents (
  id uuid NOT NULL DEFAULT uuid_v7(),
  participant_id uuid NOT NULL,
  kind text NOT NULL,
  mime text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  storage_key text NOT NULL,
  key_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT participant_documents_participant_id_kind_key UNIQUE (participant_id, kind),
  CONSTRAINT participant_documents_storage_key_key UNIQUE (storage_key),
  CONSTRAINT participant_documents_pkey PRIMARY KEY (id),
  CONSTRAINT participant_documents_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE,
  CONSTRAINT participant_documents_kind_check CHECK ((kind = ANY (ARRAY['id_front'::text, 'selfie_with_id'::text])))
);

CREATE TABLE public.participants (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  account_id uuid,
  name text NOT NULL DEFAULT ''::text,
  email text,
  locale text,
  status text NOT NULL DEFAULT 'invited'::text,
  link_hash bytea,
  link_expires_at timestamp with time zone,
  withdrawal_hash bytea,
  encrypted_identity bytea,
  release text,
  signed_at timestamp with time zone,
  verified_at timestamp with time zone,
  revoked_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  removed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  code_tries smallint NOT NULL DEFAULT 0,
  shared_with_creator text[] NOT NULL DEFAULT '{}'::text[],
  may_download boolean,
  ends_on date,
  end_noted_at timestamp with time zone,
  CONSTRAINT participants_link_hash_key UNIQUE (link_hash),
  CONSTRAINT participants_withdrawal_hash_key UNIQUE (withdrawal_hash),
  CONSTRAINT participants_pkey PRIMARY KEY (id),
  CONSTRAINT participants_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT participants_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT participants_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT participants_check CHECK ((account_id <> performer_id)),
  CONSTRAINT participants_check1 CHECK (((account_id IS NOT NULL) OR (link_hash IS NOT NULL) OR (status <> 'invited'::text))),
  CONSTRAINT participants_email_check CHECK ((length(email) <= 254)),
  CONSTRAINT participants_locale_check CHECK ((length(locale) <= 20)),
  CONSTRAINT participants_name_check CHECK ((length(name) <= 120)),
  CONSTRAINT participants_reason_check CHECK ((length(reason) <= 1000)),
  CONSTRAINT participants_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'signed'::text, 'verified'::text, 'rejected'::text, 'revoked'::text, 'expired'::text])))
);
CREATE INDEX participants_by_status ON public.participants USING btree (status, signed_at DESC, id DESC);
CREATE INDEX participants_ending ON public.participants USING btree (ends_on) WHERE ((ends_on IS NOT NULL) AND (status = ANY (ARRAY['signed'::text, 'verified'::text])));
CREATE INDEX participants_invited ON public.participants USING btree (link_expires_at) WHERE ((status = 'invited'::text) AND (link_expires_at IS NOT NULL));
CREATE INDEX participants_of_account ON public.participants USING btree (account_id, updated_at DESC, id DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX participants_of_performer ON public.participants USING btree (performer_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX participants_once ON public.participants USING btree (performer_id, account_id) WHERE ((account_id IS NOT NULL) AND (removed_at IS NULL) AND (status <> 'revoked'::text));

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
  discount bigint NOT NULL DEFAULT 0,
  coupon_code text,
  return_path text,
  purchase jsonb,
  purchase_status text,
  purchase_code text,
  plan_change_id uuid,
  CONSTRAINT payment_transactions_account_id_key_key UNIQUE (account_id, key),
  CONSTRAINT payment_transactions_gateway_gateway_ref_key UNIQUE (gateway, gateway_ref),
  CONSTRAINT payment_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT payment_transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT payment_transactions_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  CONSTRAINT payment_transactions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  CONSTRAINT payment_transactions_amount_check CHECK ((amount >= 0)),
  CONSTRAINT payment_transactions_check CHECK (((amount_refunded >= 0) AND (amount_refunded <= amount))),
  CONSTRAINT payment_transactions_purchase_status_check CHECK ((purchase_status = ANY (ARRAY['waiting'::text, 'made'::text, 'refused'::text, 'dropped'::text]))),
  CONSTRAINT payment_transactions_purpose_check CHECK ((purpose = ANY (ARRAY['top_up'::text, 'subscription'::text]))),
  CONSTRAINT payment_transactions_status_check CHECK ((status = ANY (ARRAY['created'::text, 'requires_action'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'dispute_won'::text, 'dispute_lost'::text]))),
  CONSTRAINT payment_transactions_tokens_check CHECK ((tokens > 0))
);
CREATE INDEX payment_transactions_disputed ON public.payment_transactions USING btree (updated_at) WHERE (status = 'disputed'::text);
CREATE INDEX payment_transactions_of_account ON public.payment_transactions USING btree (account_id, updated_at DESC, id DESC);
CREATE INDEX payment_transactions_of_account_by_start ON public.payment_transactions USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX payment_transactions_open ON public.payment_transactions USING btree (updated_at) WHERE (status = ANY (ARRAY['created'::text, 'requires_action'::text, 'processing'::text]));
CREATE INDEX payment_transactions_waiting_purchases ON public.payment_transactions USING btree (created_at) WHERE (purchase_status = 'waiting'::text);

CREATE TABLE public.payout_details (
  performer_id uuid NOT NULL,
  kind text NOT NULL,
  encrypted bytea NOT NULL,
  version integer NOT NULL,
  changed_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT payout_details_pkey PRIMARY KEY (performer_id, kind),
  CONSTRAINT payout_details_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT payout_details_kind_check CHECK ((kind = ANY (ARRAY['bank'::text, 'gateways'::text]))),
  CONSTRAINT payout_details_version_check CHECK ((version > 0))
);

CREATE TABLE public.payout_earnings (
  payout_id uuid NOT NULL,
  earning_id uuid NOT NULL,
  tokens bigint NOT NULL,
  CONSTRAINT payout_earnings_pkey PRIMARY KEY (payout_id, earning_id),
  CONSTRAINT payout_earnings_earning_id_fkey FOREIGN KEY (earning_id) REFERENCES earnings(id),
  CONSTRAINT payout_earnings_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT payout_earnings_tokens_check CHECK ((tokens > 0))
);
CREATE INDEX payout_earnings_of_earning ON public.payout_earnings USING btree (earning_id);

CREATE TABLE public.payout_events (
  id uuid NOT NULL DEFAULT uuid_v7(),
  payout_id uuid NOT NULL,
  type text NOT NULL,
  actor_id uuid,
  note text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT payout_events_pkey PRIMARY KEY (id),
  CONSTRAINT payout_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts(id),
  CONSTRAINT payout_events_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT payout_events_note_check CHECK ((length(note) <= 500))
);
CREATE INDEX payout_events_of_payout ON public.payout_events USING btree (payout_id, id);

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

CREATE TABLE public.payouts (
  id uuid NOT NULL,
  number text NOT NULL,
  performer_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  method text NOT NULL,
  destination bytea,
  destination_name text NOT NULL,
  destination_ends text,
  tokens bigint NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  currency text NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  reason text,
  reference text,
  approved_by uuid,
  attempt integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone,
  expected_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT payouts_number_key UNIQUE (number),
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES accounts(id),
  CONSTRAINT payouts_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT payouts_amount_check CHECK ((amount >= 0)),
  CONSTRAINT payouts_check CHECK (((fee >= 0) AND (fee <= amount))),
  CONSTRAINT payouts_method_check CHECK ((method = ANY (ARRAY['bank'::text, 'stripe'::text, 'manual'::text]))),
  CONSTRAINT payouts_note_check CHECK ((length(note) <= 500)),
  CONSTRAINT payouts_number_check CHECK ((number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$'::text)),
  CONSTRAINT payouts_reason_check CHECK ((length(reason) <= 500)),
  CONSTRAINT payouts_reference_check CHECK ((length(reference) <= 200)),
  CONSTRAINT payouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'processing'::text, 'paid'::text, 'rejected'::text, 'cancelled'::text, 'reversed'::text]))),
  CONSTRAINT payouts_tokens_check CHECK ((tokens >= 0))
);
CREATE INDEX payouts_by_creation ON public.payouts USING btree (created_at DESC, id DESC);
CREATE INDEX payouts_newest ON public.payouts USING btree (updated_at DESC, id DESC);
CREATE INDEX payouts_of_performer ON public.payouts USING btree (performer_id, updated_at DESC, id DESC);
CREATE INDEX payouts_of_performer_by_creation ON public.payouts USING btree (performer_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX payouts_open ON public.payouts USING btree (performer_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text, 'processing'::text]));
CREATE INDEX payouts_waiting ON public.payouts USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text, 'processing'::text]));

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
  search_text text NOT NULL,
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
  week_score double precision NOT NULL DEFAULT 0,
  CONSTRAINT performer_listings_pkey PRIMARY KEY (performer_id),
  CONSTRAINT performer_listings_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT performer_listings_check CHECK (((why = 'popular_in'::text) = (why_category IS NOT NULL))),
  CONSTRAINT performer_listings_why_check CHECK ((why = ANY (ARRAY['new_this_week'::text, 'popular_in'::text, 'popular_this_week'::text, 'most_followed'::text])))
);
CREATE INDEX performer_listings_by_age ON public.performer_listings USING btree (listed_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_beginning ON public.performer_listings USING btree ("left"(search_text, 40) COLLATE "C", performer_id);
CREATE INDEX performer_listings_by_facet ON public.performer_listings USING gin (facets);
CREATE INDEX performer_listings_by_followers ON public.performer_listings USING btree (followers DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_hash ON public.performer_listings USING btree (uuid_hash_extended(performer_id, (0)::bigint));
CREATE INDEX performer_listings_by_name ON public.performer_listings USING btree (name_key, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_price ON public.performer_listings USING btree (price);
CREATE INDEX performer_listings_by_score ON public.performer_listings USING btree (score DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_search_text ON public.performer_listings USING gin (search_text gin_trgm_ops);
CREATE INDEX performer_listings_by_update ON public.performer_listings USING btree (updated_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_username ON public.performer_listings USING btree (username COLLATE "C");
CREATE INDEX performer_listings_by_vector ON public.performer_listings USING gin (vector);
CREATE INDEX performer_listings_by_week ON public.performer_listings USING btree (week_score DESC, score DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE TRIGGER performer_listings_add_terms AFTER INSERT ON public.performer_listings FOR EACH ROW EXECUTE FUNCTION listing_terms_changed();
CREATE TRIGGER performer_listings_change_terms AFTER UPDATE OF search_text ON public.performer_listings FOR EACH ROW WHEN ((old.search_text IS DISTINCT FROM new.search_text)) EXECUTE FUNCTION listing_terms_changed();

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
  who_may_comment text NOT NULL DEFAULT 'everyone'::text,
  held_words text[] NOT NULL DEFAULT '{}'::text[],
  welcome_enabled boolean NOT NULL DEFAULT true,
  stays_free boolean NOT NULL DEFAULT false,
  CONSTRAINT performers_pkey PRIMARY KEY (account_id),
  CONSTRAINT performers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT performers_bio_check CHECK ((length(bio) <= 3000)),
  CONSTRAINT performers_commission_bp_check CHECK (((commission_bp >= 0) AND (commission_bp <= 10000))),
  CONSTRAINT performers_first_message_price_check CHECK ((first_message_price > 0)),
  CONSTRAINT performers_tagline_check CHECK ((length(tagline) <= 120)),
  CONSTRAINT performers_verification_status_check CHECK ((verification_status = ANY (ARRAY['draft'::text, 'submitted'::text, 'in_review'::text, 'approved'::text, 'more_info'::text, 'rejected'::text, 'expired'::text, 'revoked'::text]))),
  CONSTRAINT performers_who_may_comment_check CHECK ((who_may_comment = ANY (ARRAY['everyone'::text, 'followers'::text, 'subscribers'::text, 'none'::text]))),
  CONSTRAINT performers_who_may_write_check CHECK ((who_may_write = ANY (ARRAY['everyone'::text, 'followers'::text, 'subscribers'::text, 'paid'::text])))
);
CREATE INDEX performers_in_review ON public.performers USING btree (verification_status, updated_at);
CREATE CONSTRAINT TRIGGER performers_change_listing AFTER INSERT OR UPDATE OF tagline, date_of_birth, gender, sexual_orientation, height, weight, body_type, ethnicity, butt_size, hair_color, eye_color, city, state, languages, categories, hidden_fields, verification_status, is_adult, updated_at ON public.performers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION listing_changed();
CREATE CONSTRAINT TRIGGER performers_change_published AFTER UPDATE OF feeds, videos, photos, products ON public.performers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.feeds <> new.feeds) OR ((old.videos > 0) <> (new.videos > 0)) OR ((old.photos > 0) <> (new.photos > 0)) OR ((old.products > 0) <> (new.products > 0)))) EXECUTE FUNCTION listing_changed();
CREATE TRIGGER performers_welcome_usable BEFORE UPDATE OF welcome_video_file_id ON public.performers FOR EACH ROW WHEN ((new.welcome_video_file_id IS DISTINCT FROM old.welcome_video_file_id)) EXECUTE FUNCTION refuse_quarantined_file('welcome_video_file_id');

CREATE TABLE public.photos (
  id uuid NOT NULL DEFAULT uuid_v7(),
  gallery_id uuid NOT NULL,
  file_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  title text NOT NULL DEFAULT ''::text,
  position integer NOT NULL,
  likes bigint NOT NULL DEFAULT 0,
  bookmarks bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  is_withheld boolean NOT NULL DEFAULT false,
  CONSTRAINT photos_file_id_key UNIQUE (file_id),
  CONSTRAINT photos_pkey PRIMARY KEY (id),
  CONSTRAINT photos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT photos_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT photos_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT photos_position_check CHECK (("position" >= 0)),
  CONSTRAINT photos_title_check CHECK ((length(title) <= 200))
);
CREATE INDEX photos_by_change ON public.photos USING btree (updated_at DESC, id DESC);
CREATE INDEX photos_by_date ON public.photos USING btree (created_at DESC, id DESC);
CREATE INDEX photos_of_gallery ON public.photos USING btree (gallery_id, "position");
CREATE INDEX photos_of_performer ON public.photos USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX photos_of_performer_by_change ON public.photos USING btree (performer_id, updated_at DESC, id DESC);
CREATE TRIGGER photos_file_usable BEFORE INSERT OR UPDATE OF file_id ON public.photos FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');
CREATE CONSTRAINT TRIGGER photos_version_offer AFTER INSERT OR DELETE OR UPDATE OF gallery_id, file_id, is_withheld ON public.photos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION item_offer_changed('gallery_id');

CREATE TABLE public.plan_change_credits (
  change_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  net bigint NOT NULL,
  fee bigint NOT NULL,
  CONSTRAINT plan_change_credits_pkey PRIMARY KEY (change_id, charge_id),
  CONSTRAINT plan_change_credits_change_id_fkey FOREIGN KEY (change_id) REFERENCES plan_changes(id),
  CONSTRAINT plan_change_credits_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  CONSTRAINT plan_change_credits_fee_check CHECK ((fee >= 0)),
  CONSTRAINT plan_change_credits_net_check CHECK ((net >= 0))
);
CREATE INDEX plan_change_credits_of_charge ON public.plan_change_credits USING btree (charge_id);

CREATE TABLE public.plan_changes (
  id uuid NOT NULL DEFAULT uuid_v7(),
  subscription_id uuid NOT NULL,
  fan_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  plan_version integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  months integer NOT NULL,
  price bigint NOT NULL,
  credit bigint NOT NULL,
  at_once boolean NOT NULL,
  payment_gateway text NOT NULL,
  card_id uuid,
  status text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT plan_changes_fan_id_key_key UNIQUE (fan_id, key),
  CONSTRAINT plan_changes_pkey PRIMARY KEY (id),
  CONSTRAINT plan_changes_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  CONSTRAINT plan_changes_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts(id),
  CONSTRAINT plan_changes_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT plan_changes_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  CONSTRAINT plan_changes_check CHECK (((credit >= 0) AND (credit <= price))),
  CONSTRAINT plan_changes_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'dropped'::text]))),
  CONSTRAINT plan_changes_type_check CHECK ((type = ANY (ARRAY['monthly'::text, 'bundle'::text, 'yearly'::text])))
);
CREATE INDEX plan_changes_of_subscription ON public.plan_changes USING btree (subscription_id);
CREATE UNIQUE INDEX plan_changes_waiting ON public.plan_changes USING btree (subscription_id) WHERE (status = 'waiting'::text);

CREATE TABLE public.plan_versions (
  id uuid NOT NULL,
  plan_id uuid NOT NULL,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT plan_versions_pkey PRIMARY KEY (id),
  CONSTRAINT plan_versions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX plan_versions_of_plan ON public.plan_versions USING btree (plan_id, version);

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
  version integer NOT NULL DEFAULT 1,
  version_id uuid,
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
CREATE TRIGGER plans_change_version BEFORE UPDATE OF name, type, price, months, discount_pct, perks ON public.plans FOR EACH ROW WHEN (((((((new.name IS DISTINCT FROM old.name) OR (new.type IS DISTINCT FROM old.type)) OR (new.price IS DISTINCT FROM old.price)) OR (new.months IS DISTINCT FROM old.months)) OR (new.discount_pct IS DISTINCT FROM old.discount_pct)) OR (new.perks IS DISTINCT FROM old.perks))) EXECUTE FUNCTION plan_version_changed();
CREATE TRIGGER plans_have_a_version BEFORE INSERT ON public.plans FOR EACH ROW EXECUTE FUNCTION plan_version_changed();

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

CREATE TABLE public.products (
  item_id uuid NOT NULL,
  type text NOT NULL,
  stock integer,
  shipping_fee bigint NOT NULL DEFAULT 0,
  shipping_countries text[] NOT NULL DEFAULT '{}'::text[],
  processing_days smallint NOT NULL DEFAULT 3,
  CONSTRAINT products_pkey PRIMARY KEY (item_id),
  CONSTRAINT products_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT products_check CHECK (((type = 'physical'::text) OR ((shipping_fee = 0) AND (shipping_countries = '{}'::text[])))),
  CONSTRAINT products_processing_days_check CHECK (((processing_days >= 0) AND (processing_days <= 60))),
  CONSTRAINT products_shipping_fee_check CHECK ((shipping_fee >= 0)),
  CONSTRAINT products_stock_check CHECK ((stock >= 0)),
  CONSTRAINT products_type_check CHECK ((type = ANY (ARRAY['physical'::text, 'digital'::text])))
);
CREATE CONSTRAINT TRIGGER products_version_offer AFTER INSERT OR UPDATE OF type, shipping_fee, shipping_countries, processing_days ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION item_offer_changed('item_id');

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
CREATE TRIGGER promos_image_usable BEFORE INSERT OR UPDATE OF image_file_id ON public.promos FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('image_file_id');

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
CREATE INDEX purchases_of_account_by_kind ON public.purchases USING btree (account_id, object_type, created_at DESC, object_id DESC) INCLUDE (performer_id) WHERE (revoked_at IS NULL);
CREATE INDEX purchases_of_object ON public.purchases USING btree (object_id, id) WHERE (revoked_at IS NULL);

CREATE TABLE public.push_subscriptions (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  session_id uuid,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  locale text NOT NULL,
  vapid_key text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT push_subscriptions_auth_check CHECK ((length(auth) <= 100)),
  CONSTRAINT push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 2000)),
  CONSTRAINT push_subscriptions_p256dh_check CHECK ((length(p256dh) <= 200))
);
CREATE INDEX push_subscriptions_of_account ON public.push_subscriptions USING btree (account_id, created_at DESC);

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

CREATE TABLE public.recordings (
  id uuid NOT NULL,
  stream_id uuid,
  performer_id uuid NOT NULL,
  status text NOT NULL,
  file_id uuid,
  item_id uuid,
  parts jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  saved_at timestamp with time zone,
  decided_at timestamp with time zone,
  for_ticket_holders boolean NOT NULL DEFAULT false,
  CONSTRAINT recordings_file_id_key UNIQUE (file_id),
  CONSTRAINT recordings_stream_id_key UNIQUE (stream_id),
  CONSTRAINT recordings_pkey PRIMARY KEY (id),
  CONSTRAINT recordings_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT recordings_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE SET NULL,
  CONSTRAINT recordings_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT recordings_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE SET NULL,
  CONSTRAINT recordings_check CHECK (((status = ANY (ARRAY['waiting'::text, 'published'::text])) <= (file_id IS NOT NULL))),
  CONSTRAINT recordings_check1 CHECK (((status = ANY (ARRAY['published'::text, 'discarded'::text])) = (decided_at IS NOT NULL))),
  CONSTRAINT recordings_status_check CHECK ((status = ANY (ARRAY['saving'::text, 'waiting'::text, 'published'::text, 'discarded'::text])))
);
CREATE INDEX recordings_item ON public.recordings USING btree (item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX recordings_performer ON public.recordings USING btree (performer_id, created_at DESC);
CREATE INDEX recordings_undecided ON public.recordings USING btree (created_at) WHERE (status = ANY (ARRAY['saving'::text, 'waiting'::text]));

CREATE TABLE public.recovery_codes (
  account_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE public.report_cases (
  id uuid NOT NULL DEFAULT uuid_v7(),
  number text NOT NULL,
  target_type text NOT NULL,
  target_id uuid NOT NULL,
  author_id uuid NOT NULL,
  category text NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  due_at timestamp with time zone NOT NULL,
  snapshot jsonb NOT NULL,
  assigned_to uuid,
  action text,
  statement text NOT NULL DEFAULT ''::text,
  status_before text,
  decided_by uuid,
  decided_at timestamp with time zone,
  appeal_until timestamp with time zone,
  appeal_secret_hash bytea,
  appeal_text text,
  appealed_at timestamp with time zone,
  appeal_outcome text,
  appeal_statement text NOT NULL DEFAULT ''::text,
  appeal_decided_by uuid,
  closed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  hidden_at timestamp with time zone,
  hidden_status text,
  CONSTRAINT report_cases_number_key UNIQUE (number),
  CONSTRAINT report_cases_pkey PRIMARY KEY (id),
  CONSTRAINT report_cases_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES accounts(id),
  CONSTRAINT report_cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES accounts(id),
  CONSTRAINT report_cases_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id),
  CONSTRAINT report_cases_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT report_cases_action_check CHECK ((action = ANY (ARRAY['hide'::text, 'remove'::text, 'delete_comment'::text, 'delete_message'::text, 'suspend'::text, 'dismiss'::text]))),
  CONSTRAINT report_cases_appeal_outcome_check CHECK ((appeal_outcome = ANY (ARRAY['upheld'::text, 'reversed'::text]))),
  CONSTRAINT report_cases_appeal_statement_check CHECK ((length(appeal_statement) <= 2000)),
  CONSTRAINT report_cases_appeal_text_check CHECK ((length(appeal_text) <= 2000)),
  CONSTRAINT report_cases_category_check CHECK ((category = ANY (ARRAY['illegal'::text, 'minor'::text, 'non_consensual'::text, 'copyright'::text, 'spam'::text, 'impersonation'::text, 'harassment'::text, 'other'::text]))),
  CONSTRAINT report_cases_check CHECK (((state = ANY (ARRAY['open'::text, 'triaged'::text])) OR ((action IS NOT NULL) AND (decided_at IS NOT NULL)))),
  CONSTRAINT report_cases_check1 CHECK (((appeal_decided_by IS NULL) OR (appeal_decided_by <> decided_by))),
  CONSTRAINT report_cases_number_check CHECK ((number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$'::text)),
  CONSTRAINT report_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'triaged'::text, 'actioned'::text, 'dismissed'::text, 'appealed'::text, 'closed'::text]))),
  CONSTRAINT report_cases_statement_check CHECK ((length(statement) <= 2000)),
  CONSTRAINT report_cases_target_type_check CHECK ((target_type = ANY (ARRAY['feed'::text, 'video'::text, 'gallery'::text, 'photo'::text, 'product'::text, 'comment'::text, 'message'::text, 'performer'::text, 'user'::text])))
);
CREATE INDEX report_cases_by_due ON public.report_cases USING btree (due_at, id);
CREATE UNIQUE INDEX report_cases_live ON public.report_cases USING btree (target_type, target_id) WHERE (state = ANY (ARRAY['open'::text, 'triaged'::text, 'appealed'::text]));
CREATE INDEX report_cases_of_author ON public.report_cases USING btree (author_id, created_at DESC, id DESC);
CREATE INDEX report_cases_of_target ON public.report_cases USING btree (target_type, target_id, created_at DESC);
CREATE INDEX report_cases_to_close ON public.report_cases USING btree (appeal_until) WHERE (state = 'actioned'::text);
CREATE INDEX report_cases_to_delete ON public.report_cases USING btree (updated_at) WHERE (state = ANY (ARRAY['dismissed'::text, 'closed'::text]));
CREATE INDEX report_cases_waiting ON public.report_cases USING btree (due_at, id) WHERE (state = ANY (ARRAY['open'::text, 'triaged'::text, 'appealed'::text]));

CREATE TABLE public.report_files (
  case_id uuid NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT report_files_pkey PRIMARY KEY (case_id, file_id),
  CONSTRAINT report_files_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  CONSTRAINT report_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);
CREATE INDEX report_files_by_file ON public.report_files USING btree (file_id);

CREATE TABLE public.reports (
  id uuid NOT NULL DEFAULT uuid_v7(),
  case_id uuid NOT NULL,
  reporter_id uuid,
  email citext,
  category text NOT NULL,
  text text NOT NULL DEFAULT ''::text,
  good_faith boolean NOT NULL DEFAULT false,
  locale text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT reports_pkey PRIMARY KEY (id),
  CONSTRAINT reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_cases(id) ON DELETE CASCADE,
  CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES accounts(id),
  CONSTRAINT reports_category_check CHECK ((category = ANY (ARRAY['illegal'::text, 'minor'::text, 'non_consensual'::text, 'copyright'::text, 'spam'::text, 'impersonation'::text, 'harassment'::text, 'other'::text]))),
  CONSTRAINT reports_email_check CHECK ((length((email)::text) <= 254)),
  CONSTRAINT reports_text_check CHECK ((length(text) <= 2000))
);
CREATE INDEX reports_by_reporter ON public.reports USING btree (reporter_id, created_at DESC, id DESC) WHERE (reporter_id IS NOT NULL);
CREATE UNIQUE INDEX reports_of_account ON public.reports USING btree (case_id, reporter_id) WHERE (reporter_id IS NOT NULL);
CREATE UNIQUE INDEX reports_of_address ON public.reports USING btree (case_id, email) WHERE ((reporter_id IS NULL) AND (email IS NOT NULL));
CREATE INDEX reports_of_case ON public.reports USING btree (case_id, created_at, id);

CREATE TABLE public.room_keys (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  kind text NOT NULL,
  key_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT room_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT room_keys_performer_id_kind_key UNIQUE (performer_id, kind),
  CONSTRAINT room_keys_pkey PRIMARY KEY (id),
  CONSTRAINT room_keys_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES performers(account_id) ON DELETE CASCADE,
  CONSTRAINT room_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  CONSTRAINT room_keys_kind_check CHECK ((kind = ANY (ARRAY['overlay'::text, 'feed'::text])))
);

CREATE TABLE public.scheduled_jobs (
  name text NOT NULL,
  next_due_at timestamp with time zone NOT NULL,
  leased_by uuid,
  leased_until timestamp with time zone,
  last_started_at timestamp with time zone,
  last_succeeded_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  last_error text,
  CONSTRAINT scheduled_jobs_pkey PRIMARY KEY (name),
  CONSTRAINT scheduled_jobs_lease CHECK (((leased_by IS NULL) = (leased_until IS NULL)))
);

CREATE TABLE public.scheduled_streams (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  title text NOT NULL,
  type text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  minutes integer NOT NULL,
  status text NOT NULL DEFAULT 'planned'::text,
  stream_id uuid,
  sequence integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT scheduled_streams_pkey PRIMARY KEY (id),
  CONSTRAINT scheduled_streams_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT scheduled_streams_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE SET NULL,
  CONSTRAINT scheduled_streams_minutes_check CHECK (((minutes >= 15) AND (minutes <= 720))),
  CONSTRAINT scheduled_streams_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'started'::text, 'cancelled'::text]))),
  CONSTRAINT scheduled_streams_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  CONSTRAINT scheduled_streams_type_check CHECK ((type = ANY (ARRAY['public'::text, 'subscribers'::text])))
);
CREATE INDEX scheduled_streams_performer ON public.scheduled_streams USING btree (performer_id, starts_at);
CREATE INDEX scheduled_streams_planned ON public.scheduled_streams USING btree (starts_at, id) WHERE (status = 'planned'::text);
CREATE INDEX scheduled_streams_starts ON public.scheduled_streams USING btree (starts_at);
CREATE INDEX scheduled_streams_stream ON public.scheduled_streams USING btree (stream_id) WHERE (stream_id IS NOT NULL);

CREATE TABLE public.schema_migrations (
  name text NOT NULL,
  additive boolean NOT NULL,
  job text,
  job_enqueued_at timestamp with time zone,
  applied_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE public.search_terms (
  term text NOT NULL,
  CONSTRAINT search_terms_pkey PRIMARY KEY (term)
);
CREATE INDEX search_terms_by_trigram ON public.search_terms USING gin (term gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE public.second_factor_removals (
  id uuid NOT NULL DEFAULT uuid_v7(),
  account_id uuid NOT NULL,
  requested_by uuid NOT NULL,
  reason text NOT NULL,
  requested_at timestamp with time zone NOT NULL DEFAULT app_now(),
  due_at timestamp with time zone,
  stop_hash bytea,
  status text NOT NULL DEFAULT 'open'::text,
  ended_at timestamp with time zone,
  CONSTRAINT second_factor_removals_stop_hash_key UNIQUE (stop_hash),
  CONSTRAINT second_factor_removals_pkey PRIMARY KEY (id),
  CONSTRAINT second_factor_removals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT second_factor_removals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES accounts(id),
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

CREATE TABLE public.shows (
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  price_per_minute bigint NOT NULL,
  status text NOT NULL,
  ended_by text,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  started_at timestamp with time zone,
  reached_at timestamp with time zone,
  ended_at timestamp with time zone,
  counted_ms bigint NOT NULL DEFAULT 0,
  engine_opening text,
  engine_ms bigint NOT NULL DEFAULT 0,
  is_counting boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  type text NOT NULL DEFAULT 'private'::text,
  minutes_min smallint NOT NULL DEFAULT 0,
  group_id uuid,
  CONSTRAINT shows_pkey PRIMARY KEY (id),
  CONSTRAINT shows_group_fkey FOREIGN KEY (group_id) REFERENCES group_shows(id) NOT VALID,
  CONSTRAINT shows_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT shows_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id),
  CONSTRAINT shows_check CHECK (((status = 'ended'::text) = (ended_by IS NOT NULL))),
  CONSTRAINT shows_ended_by_check CHECK ((ended_by = ANY (ARRAY['fan'::text, 'performer'::text, 'no_funds'::text, 'disconnect'::text, 'moderator'::text]))),
  CONSTRAINT shows_in_group CHECK (((type = 'private'::text) OR (group_id IS NOT NULL) OR (status <> ALL (ARRAY['accepted'::text, 'active'::text, 'ended'::text])))) NOT VALID,
  CONSTRAINT shows_minutes_min CHECK ((((minutes_min >= 0) AND (minutes_min <= 10)) AND ((type = 'private'::text) OR (minutes_min = 0)))) NOT VALID,
  CONSTRAINT shows_price_per_minute_check CHECK ((price_per_minute > 0)),
  CONSTRAINT shows_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'cancelled'::text, 'active'::text, 'ended'::text]))),
  CONSTRAINT shows_type CHECK (((type = ANY (ARRAY['private'::text, 'group'::text])) AND ((type = 'group'::text) OR (group_id IS NULL)))) NOT VALID
);
CREATE INDEX shows_conversation ON public.shows USING btree (conversation_id, created_at DESC);
CREATE INDEX shows_group ON public.shows USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX shows_open ON public.shows USING btree (id) WHERE (status = ANY (ARRAY['requested'::text, 'accepted'::text, 'active'::text]));
CREATE UNIQUE INDEX shows_open_user ON public.shows USING btree (user_id) WHERE (status = ANY (ARRAY['requested'::text, 'accepted'::text, 'active'::text]));
CREATE INDEX shows_performer ON public.shows USING btree (performer_id, created_at DESC);
CREATE UNIQUE INDEX shows_running_private ON public.shows USING btree (performer_id) WHERE ((type = 'private'::text) AND (status = ANY (ARRAY['accepted'::text, 'active'::text])));
CREATE INDEX shows_user ON public.shows USING btree (user_id, created_at DESC);

CREATE TABLE public.sign_in_attempts (
  bucket bytea NOT NULL,
  attempted_at timestamp with time zone[] NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (bucket),
  CONSTRAINT sign_in_attempts_attempted_at_check CHECK ((cardinality(attempted_at) <= 100))
);
CREATE INDEX sign_in_attempts_by_age ON public.sign_in_attempts USING btree (updated_at);

CREATE TABLE public.spent_provider_answers (
  answer_hash bytea NOT NULL,
  spent_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT spent_provider_answers_pkey PRIMARY KEY (answer_hash)
);
CREATE INDEX spent_provider_answers_by_age ON public.spent_provider_answers USING btree (spent_at);

CREATE TABLE public.sql_functions (
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sql_functions_pkey PRIMARY KEY (name, hash)
);

CREATE TABLE public.stream_conversations (
  performer_id uuid NOT NULL,
  slow_mode_seconds integer NOT NULL DEFAULT 0,
  who_may_write text NOT NULL DEFAULT 'everyone'::text,
  pinned_message_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  tipped bigint NOT NULL DEFAULT 0,
  holds_links boolean NOT NULL DEFAULT false,
  CONSTRAINT stream_conversations_pkey PRIMARY KEY (performer_id),
  CONSTRAINT stream_conversations_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES conversations(id) ON DELETE CASCADE,
  CONSTRAINT stream_conversations_performer_id_fkey1 FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT stream_conversations_pinned_message_id_fkey FOREIGN KEY (pinned_message_id) REFERENCES messages(id) ON DELETE SET NULL,
  CONSTRAINT stream_conversations_slow_mode_seconds_check CHECK (((slow_mode_seconds >= 0) AND (slow_mode_seconds <= 600))),
  CONSTRAINT stream_conversations_who_may_write_check CHECK ((who_may_write = ANY (ARRAY['everyone'::text, 'followers'::text, 'subscribers'::text, 'none'::text])))
);
CREATE INDEX stream_conversations_by_pinned_message ON public.stream_conversations USING btree (pinned_message_id) WHERE (pinned_message_id IS NOT NULL);

CREATE TABLE public.stream_goals (
  id uuid NOT NULL DEFAULT uuid_v7(),
  stream_id uuid NOT NULL,
  title text NOT NULL,
  tokens bigint NOT NULL,
  tipped_before bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  ended_at timestamp with time zone,
  CONSTRAINT stream_goals_pkey PRIMARY KEY (id),
  CONSTRAINT stream_goals_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE CASCADE,
  CONSTRAINT stream_goals_title_check CHECK (((length(title) >= 1) AND (length(title) <= 60))),
  CONSTRAINT stream_goals_tokens_check CHECK ((tokens > 0))
);
CREATE UNIQUE INDEX stream_goals_open ON public.stream_goals USING btree (stream_id) WHERE (ended_at IS NULL);
CREATE INDEX stream_goals_stream ON public.stream_goals USING btree (stream_id, created_at);

CREATE TABLE public.stream_keys (
  performer_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuid_v7(),
  key_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT stream_keys_id_key UNIQUE (id),
  CONSTRAINT stream_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT stream_keys_pkey PRIMARY KEY (performer_id),
  CONSTRAINT stream_keys_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES performers(account_id) ON DELETE CASCADE,
  CONSTRAINT stream_keys_key_hash_check CHECK ((length(key_hash) = 32))
);

CREATE TABLE public.stream_markers (
  id uuid NOT NULL DEFAULT uuid_v7(),
  stream_id uuid NOT NULL,
  label text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT stream_markers_pkey PRIMARY KEY (id),
  CONSTRAINT stream_markers_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE CASCADE,
  CONSTRAINT stream_markers_label_check CHECK ((length(label) <= 80))
);
CREATE INDEX stream_markers_stream ON public.stream_markers USING btree (stream_id, created_at);

CREATE TABLE public.stream_people (
  performer_id uuid NOT NULL,
  account_id uuid NOT NULL,
  standing text NOT NULL,
  muted_until timestamp with time zone,
  muted_stream_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT stream_people_pkey PRIMARY KEY (performer_id, account_id),
  CONSTRAINT stream_people_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT stream_people_muted_stream_id_fkey FOREIGN KEY (muted_stream_id) REFERENCES streams(id) ON DELETE CASCADE,
  CONSTRAINT stream_people_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT stream_people_check CHECK ((performer_id <> account_id)),
  CONSTRAINT stream_people_check1 CHECK (((standing = 'muted'::text) = ((muted_until IS NOT NULL) OR (muted_stream_id IS NOT NULL)))),
  CONSTRAINT stream_people_standing_check CHECK ((standing = ANY (ARRAY['moderator'::text, 'muted'::text, 'banned'::text])))
);
CREATE INDEX stream_people_account ON public.stream_people USING btree (account_id);
CREATE INDEX stream_people_by_standing ON public.stream_people USING btree (performer_id, standing, created_at DESC, account_id DESC);
CREATE INDEX stream_people_stream ON public.stream_people USING btree (muted_stream_id) WHERE (muted_stream_id IS NOT NULL);

CREATE TABLE public.stream_poll_votes (
  poll_id uuid NOT NULL,
  account_id uuid NOT NULL,
  option smallint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT stream_poll_votes_pkey PRIMARY KEY (poll_id, account_id),
  CONSTRAINT stream_poll_votes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT stream_poll_votes_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES stream_polls(id) ON DELETE CASCADE,
  CONSTRAINT stream_poll_votes_option_check CHECK (((option >= 0) AND (option <= 4)))
);
CREATE INDEX stream_poll_votes_account ON public.stream_poll_votes USING btree (account_id, created_at);
CREATE INDEX stream_poll_votes_option ON public.stream_poll_votes USING btree (poll_id, option);

CREATE TABLE public.stream_polls (
  id uuid NOT NULL DEFAULT uuid_v7(),
  stream_id uuid NOT NULL,
  question text NOT NULL,
  options text[] NOT NULL,
  counts integer[] NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  ends_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT stream_polls_pkey PRIMARY KEY (id),
  CONSTRAINT stream_polls_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE CASCADE,
  CONSTRAINT stream_polls_check CHECK ((cardinality(counts) = cardinality(options))),
  CONSTRAINT stream_polls_options_check CHECK (((cardinality(options) >= 2) AND (cardinality(options) <= 5))),
  CONSTRAINT stream_polls_question_check CHECK (((length(question) >= 1) AND (length(question) <= 140)))
);
CREATE UNIQUE INDEX stream_polls_open ON public.stream_polls USING btree (stream_id) WHERE (ended_at IS NULL);
CREATE INDEX stream_polls_stream ON public.stream_polls USING btree (stream_id, created_at);

CREATE TABLE public.stream_reminders (
  scheduled_id uuid NOT NULL,
  account_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  told_at timestamp with time zone,
  CONSTRAINT stream_reminders_pkey PRIMARY KEY (scheduled_id, account_id),
  CONSTRAINT stream_reminders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT stream_reminders_scheduled_id_fkey FOREIGN KEY (scheduled_id) REFERENCES scheduled_streams(id) ON DELETE CASCADE
);
CREATE INDEX stream_reminders_account ON public.stream_reminders USING btree (account_id, created_at);
CREATE INDEX stream_reminders_waiting ON public.stream_reminders USING btree (scheduled_id) WHERE (told_at IS NULL);

CREATE TABLE public.streams (
  id uuid NOT NULL,
  performer_id uuid NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  status text NOT NULL,
  is_paused boolean NOT NULL DEFAULT false,
  viewers integer NOT NULL DEFAULT 0,
  peak_viewers integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  started_at timestamp with time zone,
  status_at timestamp with time zone NOT NULL DEFAULT app_now(),
  ended_at timestamp with time zone,
  tipped_before bigint NOT NULL DEFAULT 0,
  tipped_after bigint,
  price_per_minute bigint,
  is_recorded boolean NOT NULL DEFAULT false,
  was_recorded boolean NOT NULL DEFAULT false,
  recording_problem text,
  ticket_show_id uuid,
  minutes_min smallint NOT NULL DEFAULT 0,
  group_price_per_minute bigint,
  group_people_min smallint,
  group_people_max smallint,
  stop_reason text,
  CONSTRAINT streams_pkey PRIMARY KEY (id),
  CONSTRAINT streams_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT streams_ticket_show_fkey FOREIGN KEY (ticket_show_id) REFERENCES ticket_shows(id) NOT VALID,
  CONSTRAINT streams_group_offer CHECK ((((group_price_per_minute IS NULL) AND (group_people_min IS NULL) AND (group_people_max IS NULL)) OR ((group_price_per_minute > 0) AND (group_people_min IS NOT NULL) AND (group_people_max >= group_people_min)))) NOT VALID,
  CONSTRAINT streams_minutes_min CHECK (((minutes_min >= 0) AND (minutes_min <= 10))) NOT VALID,
  CONSTRAINT streams_price_per_minute CHECK ((price_per_minute > 0)) NOT VALID,
  CONSTRAINT streams_recording_problem CHECK ((recording_problem = ANY (ARRAY['codec'::text, 'storage'::text, 'disk'::text]))) NOT VALID,
  CONSTRAINT streams_status_check CHECK ((status = ANY (ARRAY['preparing'::text, 'live'::text, 'away'::text, 'ended'::text]))),
  CONSTRAINT streams_stop_reason CHECK ((length(stop_reason) <= 500)) NOT VALID,
  CONSTRAINT streams_ticket CHECK (((type = 'ticket'::text) = (ticket_show_id IS NOT NULL))) NOT VALID,
  CONSTRAINT streams_type_check CHECK ((type = ANY (ARRAY['public'::text, 'subscribers'::text, 'ticket'::text]))) NOT VALID
);
CREATE INDEX streams_by_start ON public.streams USING btree (started_at DESC, performer_id) WHERE (started_at IS NOT NULL);
CREATE INDEX streams_live ON public.streams USING btree (viewers DESC, id) WHERE (status = ANY (ARRAY['live'::text, 'away'::text]));
CREATE UNIQUE INDEX streams_open ON public.streams USING btree (performer_id) WHERE (status <> 'ended'::text);
CREATE INDEX streams_performer ON public.streams USING btree (performer_id, created_at DESC);
CREATE INDEX streams_ticket_show ON public.streams USING btree (ticket_show_id) WHERE (ticket_show_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER streams_add_to_listing AFTER INSERT ON public.streams DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.started_at IS NOT NULL)) EXECUTE FUNCTION listing_changed();
CREATE CONSTRAINT TRIGGER streams_change_listing AFTER UPDATE OF started_at ON public.streams DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.started_at IS NULL) AND (new.started_at IS NOT NULL))) EXECUTE FUNCTION listing_changed();

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
  plan_version integer,
  pause_months smallint,
  paused_until timestamp with time zone,
  was_paused boolean NOT NULL DEFAULT false,
  change_id uuid,
  CONSTRAINT subscriptions_requested_once UNIQUE (fan_id, key),
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  CONSTRAINT subscriptions_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts(id),
  CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT subscriptions_pause_months CHECK ((pause_months = ANY (ARRAY[1, 3]))) NOT VALID,
  CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'paused'::text, 'past_due'::text, 'expired'::text, 'revoked'::text]))) NOT VALID,
  CONSTRAINT subscriptions_type_check CHECK ((type = ANY (ARRAY['free'::text, 'trial'::text, 'monthly'::text, 'bundle'::text, 'yearly'::text, 'gift'::text])))
);
CREATE INDEX subscriptions_access ON public.subscriptions USING btree (fan_id, performer_id, access_until DESC);
CREATE INDEX subscriptions_by_access ON public.subscriptions USING btree (performer_id, access_until DESC, id DESC);
CREATE INDEX subscriptions_due ON public.subscriptions USING btree (current_period_end) WHERE (status = ANY (ARRAY['active'::text, 'trialing'::text]));
CREATE INDEX subscriptions_ending ON public.subscriptions USING btree (performer_id, access_until, id) WHERE cancel_at_period_end;
CREATE UNIQUE INDEX subscriptions_live_one ON public.subscriptions USING btree (fan_id, performer_id) WHERE (status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'paused'::text, 'past_due'::text]));
CREATE INDEX subscriptions_of_fan ON public.subscriptions USING btree (fan_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_fan_by_end ON public.subscriptions USING btree (fan_id, current_period_end, id) WHERE (status = ANY (ARRAY['active'::text, 'trialing'::text]));
CREATE INDEX subscriptions_of_fan_by_start ON public.subscriptions USING btree (fan_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer ON public.subscriptions USING btree (performer_id, updated_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer_by_start ON public.subscriptions USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_paused ON public.subscriptions USING btree (paused_until) WHERE (status = 'paused'::text);
CREATE INDEX subscriptions_retrying ON public.subscriptions USING btree (next_retry_at) WHERE (status = 'past_due'::text);
CREATE INDEX subscriptions_to_renew ON public.subscriptions USING btree (performer_id, current_period_end, id) WHERE ((status = ANY (ARRAY['active'::text, 'trialing'::text])) AND (NOT cancel_at_period_end));
CREATE INDEX subscriptions_unpaid ON public.subscriptions USING btree (performer_id, current_period_end, id) WHERE (status = 'past_due'::text);

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
CREATE TRIGGER terms_acceptances_refuse_early_delete BEFORE DELETE ON public.terms_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_early_terms_delete();

CREATE TABLE public.ticket_show_news (
  show_id uuid NOT NULL,
  news text NOT NULL,
  told_to uuid,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT ticket_show_news_pkey PRIMARY KEY (show_id, news),
  CONSTRAINT ticket_show_news_show_id_fkey FOREIGN KEY (show_id) REFERENCES ticket_shows(id),
  CONSTRAINT ticket_show_news_news_check CHECK ((news = ANY (ARRAY['opened'::text, 'begun'::text, 'reached'::text]))) NOT VALID
);

CREATE TABLE public.ticket_shows (
  id uuid NOT NULL,
  performer_id uuid NOT NULL,
  title text NOT NULL,
  about text NOT NULL DEFAULT ''::text,
  starts_at timestamp with time zone NOT NULL,
  minutes integer NOT NULL,
  price bigint NOT NULL,
  seats integer NOT NULL,
  free_for_subscribers boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'planned'::text,
  reason text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  decided_at timestamp with time zone,
  settled_at timestamp with time zone,
  promises_replay boolean NOT NULL DEFAULT false,
  sequence integer NOT NULL DEFAULT 0,
  goal bigint,
  pledge_until timestamp with time zone,
  goal_reached_at timestamp with time zone,
  CONSTRAINT ticket_shows_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_shows_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES performers(account_id),
  CONSTRAINT ticket_shows_check CHECK (((status = 'planned'::text) = (decided_at IS NULL))),
  CONSTRAINT ticket_shows_goal CHECK ((((goal IS NULL) = (pledge_until IS NULL)) AND ((goal IS NOT NULL) OR (goal_reached_at IS NULL)) AND ((goal IS NULL) OR (goal >= price)) AND ((goal IS NULL) OR (NOT free_for_subscribers)))) NOT VALID,
  CONSTRAINT ticket_shows_minutes_check CHECK ((minutes > 0)),
  CONSTRAINT ticket_shows_price_check CHECK ((price > 0)),
  CONSTRAINT ticket_shows_seats_check CHECK ((seats > 0)),
  CONSTRAINT ticket_shows_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'held'::text, 'not_held'::text, 'cancelled'::text, 'not_reached'::text]))) NOT VALID
);
CREATE INDEX ticket_shows_performer ON public.ticket_shows USING btree (performer_id, starts_at DESC, id);
CREATE INDEX ticket_shows_planned ON public.ticket_shows USING btree (starts_at, id) WHERE (status = 'planned'::text);
CREATE INDEX ticket_shows_pledging ON public.ticket_shows USING btree (pledge_until, id) WHERE ((status = 'planned'::text) AND (pledge_until IS NOT NULL) AND (goal_reached_at IS NULL));
CREATE INDEX ticket_shows_unsettled ON public.ticket_shows USING btree (id) WHERE ((status <> 'planned'::text) AND (settled_at IS NULL));

CREATE TABLE public.tip_menu_items (
  id uuid NOT NULL DEFAULT uuid_v7(),
  performer_id uuid NOT NULL,
  position integer NOT NULL,
  title text NOT NULL,
  tokens bigint NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  CONSTRAINT tip_menu_items_performer_id_position_key UNIQUE (performer_id, "position") DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT tip_menu_items_pkey PRIMARY KEY (id),
  CONSTRAINT tip_menu_items_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT tip_menu_items_position_check CHECK ((("position" >= 0) AND ("position" <= 19))),
  CONSTRAINT tip_menu_items_title_check CHECK (((length(title) >= 1) AND (length(title) <= 80))),
  CONSTRAINT tip_menu_items_tokens_check CHECK ((tokens > 0))
);

CREATE TABLE public.tip_orders (
  id uuid NOT NULL,
  performer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  stream_id uuid,
  title text NOT NULL,
  tokens bigint NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  decided_at timestamp with time zone,
  CONSTRAINT tip_orders_pkey PRIMARY KEY (id),
  CONSTRAINT tip_orders_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT tip_orders_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE SET NULL,
  CONSTRAINT tip_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id),
  CONSTRAINT tip_orders_check CHECK (((status = 'open'::text) = (decided_at IS NULL))),
  CONSTRAINT tip_orders_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'declined'::text]))),
  CONSTRAINT tip_orders_tokens_check CHECK ((tokens > 0))
);
CREATE INDEX tip_orders_open ON public.tip_orders USING btree (created_at) WHERE (status = 'open'::text);
CREATE INDEX tip_orders_performer ON public.tip_orders USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX tip_orders_stream ON public.tip_orders USING btree (stream_id) WHERE (stream_id IS NOT NULL);
CREATE INDEX tip_orders_user ON public.tip_orders USING btree (user_id, created_at DESC, id DESC);

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

CREATE TABLE public.uploads (
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  kind text NOT NULL,
  purpose text NOT NULL,
  original_name text NOT NULL DEFAULT ''::text,
  bytes bigint NOT NULL,
  is_retained boolean NOT NULL DEFAULT false,
  is_inspected boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  finished_at timestamp with time zone,
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  CONSTRAINT uploads_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT uploads_original_name_check CHECK ((length(original_name) <= 255))
);
CREATE INDEX uploads_by_age ON public.uploads USING btree (updated_at, id);
CREATE INDEX uploads_of_owner ON public.uploads USING btree (owner_id) WHERE (finished_at IS NULL);

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
  encrypted_identity bytea,
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

CREATE TABLE public.wallet_holds (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  type text NOT NULL,
  target_id uuid NOT NULL,
  tokens bigint NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  additions integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT app_now(),
  closed_at timestamp with time zone,
  CONSTRAINT wallet_holds_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_holds_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts(id),
  CONSTRAINT wallet_holds_type_fkey FOREIGN KEY (type) REFERENCES charge_kinds(kind),
  CONSTRAINT wallet_holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id),
  CONSTRAINT wallet_holds_check CHECK (((used >= 0) AND (used <= tokens))),
  CONSTRAINT wallet_holds_tokens_check CHECK ((tokens > 0))
);
CREATE UNIQUE INDEX wallet_holds_open ON public.wallet_holds USING btree (user_id) WHERE (closed_at IS NULL);
CREATE INDEX wallet_holds_user ON public.wallet_holds USING btree (user_id, id);

CREATE TABLE public.watch_positions (
  account_id uuid NOT NULL,
  item_id uuid NOT NULL,
  seconds integer NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT app_now(),
  CONSTRAINT watch_positions_pkey PRIMARY KEY (account_id, item_id),
  CONSTRAINT watch_positions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT watch_positions_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE CASCADE,
  CONSTRAINT watch_positions_seconds_check CHECK ((seconds > 0))
);
CREATE INDEX watch_positions_newest ON public.watch_positions USING btree (account_id, updated_at DESC, item_id);
CREATE INDEX watch_positions_of_item ON public.watch_positions USING btree (item_id);

CREATE TABLE public.welcome_message_files (
  performer_id uuid NOT NULL,
  position smallint NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT welcome_message_files_performer_id_file_id_key UNIQUE (performer_id, file_id),
  CONSTRAINT welcome_message_files_pkey PRIMARY KEY (performer_id, "position"),
  CONSTRAINT welcome_message_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT welcome_message_files_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES performers(account_id),
  CONSTRAINT welcome_message_files_position_check CHECK (("position" >= 0))
);
CREATE INDEX welcome_message_files_by_file ON public.welcome_message_files USING btree (file_id);
CREATE TRIGGER welcome_message_files_usable BEFORE INSERT OR UPDATE OF file_id ON public.welcome_message_files FOR EACH ROW EXECUTE FUNCTION refuse_quarantined_file('file_id');

CREATE TABLE public.workers (
  id text NOT NULL,
  heartbeat_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT workers_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.add_search_terms(folded text)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO search_terms (term)
    SELECT found.term FROM search_terms_of(folded) AS found(term)
    WHERE NOT EXISTS (SELECT FROM search_terms s WHERE s.term = found.term COLLATE "C") ORDER BY found.term ON CONFLICT DO NOTHING
$function$;

CREATE OR REPLACE FUNCTION public.age_band(born date, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN years IS NULL THEN NULL WHEN years >= 50 THEN 'over_50' WHEN years < 20 THEN '18_19'
    ELSE (20 + (years - 20) / 3 * 3)::text || '_' || (22 + (years - 20) / 3 * 3)::text END
  FROM (SELECT extract(year FROM age(today, born))::int AS years) y
$function$;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$SELECT now()$function$;

CREATE OR REPLACE FUNCTION public.audit_author_left(p_account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM account_closings WHERE account_id = p_account AND closed_at IS NOT NULL)
$function$;

CREATE OR REPLACE FUNCTION public.audit_canonical(VARIADIC p_fields text[])
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT convert_to(string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' ORDER BY n), 'UTF8')
  FROM unnest(p_fields) WITH ORDINALITY AS given(field, n)
$function$;

CREATE OR REPLACE FUNCTION public.audit_chain_entries_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.position, NEW.entry_id, NEW.written_at, NEW.personal, NEW.digest)
      IS NOT DISTINCT FROM (OLD.position, OLD.entry_id, OLD.written_at, OLD.personal, OLD.digest)
    AND NEW.salt IS NULL AND audit_author_left((SELECT actor_id FROM audit_log WHERE id = OLD.entry_id)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $function$;

CREATE OR REPLACE FUNCTION public.audit_digest(p_position bigint, l audit_log, p_written_at timestamp with time zone, p_personal bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT sha256(audit_canonical(p_position::text, l.id::text, l.actor_id::text, l.action, l.target_type, l.target_id, l.request_id,
    audit_microseconds(l.created_at), audit_microseconds(p_written_at), encode(p_personal, 'hex')))
$function$;

CREATE OR REPLACE FUNCTION public.audit_erase(p_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(7205759406);
  UPDATE audit_chain_entries k SET salt = NULL FROM audit_log l WHERE l.id = k.entry_id AND l.actor_id = p_account AND k.salt IS NOT NULL;
  UPDATE audit_log SET reason = '', before = NULL, after = NULL, address = NULL
    WHERE actor_id = p_account AND (reason <> '' OR num_nonnulls(before, after, address) > 0);
END $function$;

CREATE OR REPLACE FUNCTION public.audit_extend_chain(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  before audit_chain_links;
  added audit_chain_links;
  done integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205759406) THEN
    RETURN 0;
  END IF;
  SELECT * INTO before FROM audit_chain_links ORDER BY number DESC LIMIT 1;
  WITH chosen AS (
    SELECT coalesce(before.last_position, 0) + row_number() OVER (ORDER BY l.id) AS position, l AS entry, l.id, u.written_at,
      uuid_send(gen_random_uuid()) AS salt
    FROM audit_unchained u JOIN audit_log l ON l.id = u.entry_id ORDER BY l.id LIMIT p_limit
  ), linked AS (
    INSERT INTO audit_chain_entries (position, entry_id, written_at, salt, personal, digest)
    SELECT position, id, written_at, salt, personal, audit_digest(position, entry, written_at, personal)
    FROM (SELECT *, audit_personal(salt, entry) AS personal FROM chosen) digested
    RETURNING position, entry_id, digest
  ), taken AS (
    DELETE FROM audit_unchained WHERE entry_id IN (SELECT entry_id FROM linked)
  )
  SELECT count(*), min(position), max(position), (array_agg(entry_id ORDER BY position))[1], (array_agg(entry_id ORDER BY position DESC))[1],
    sha256(string_agg(digest, '' ORDER BY position))
  INTO done, added.first_position, added.last_position, added.first_entry, added.last_entry, added.entries_hash FROM linked;
  IF done = 0 THEN
    RETURN 0;
  END IF;
  added.number := coalesce(before.number, 0) + 1;
  added.previous_hash := coalesce(before.hash, decode(repeat('00', 32), 'hex'));
  added.chained_at := app_now();
  added.hash := sha256(audit_canonical(added.number::text, added.first_position::text, added.last_position::text, added.first_entry::text,
    added.last_entry::text, encode(added.entries_hash, 'hex'), encode(added.previous_hash, 'hex'), audit_microseconds(added.chained_at)));
  INSERT INTO audit_chain_links SELECT added.*;
  RETURN done;
END $function$;

CREATE OR REPLACE FUNCTION public.audit_log_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.id, NEW.actor_id, NEW.action, NEW.target_type, NEW.target_id, NEW.request_id, NEW.created_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.actor_id, OLD.action, OLD.target_type, OLD.target_id, OLD.request_id, OLD.created_at)
    AND NEW.reason = '' AND num_nonnulls(NEW.before, NEW.after, NEW.address) = 0 AND audit_author_left(OLD.actor_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $function$;

CREATE OR REPLACE FUNCTION public.audit_microseconds(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (extract(epoch FROM p_at) * 1000000)::bigint::text
$function$;

CREATE OR REPLACE FUNCTION public.audit_personal(p_salt bytea, l audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT sha256(p_salt || audit_canonical(l.reason, l.before::text, l.after::text, l.address::text))
$function$;

CREATE OR REPLACE FUNCTION public.audit_queue_for_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO audit_unchained VALUES (NEW.id, app_now());
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.blocked_with(p_account uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT blocked_id FROM blocks WHERE blocker_id = p_account UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = p_account
$function$;

CREATE OR REPLACE FUNCTION public.charge_tokens(p_id uuid, p_user uuid, p_performer uuid, p_type text, p_target uuid, p_tokens bigint, p_key text, p_body_hash bytea, p_note text, p_site_bp integer, p_token_value_micro bigint, p_currency text, p_hold_days integer, p_hold_days_new integer, p_card_minor bigint, p_country text, p_receipt boolean, p_escrow boolean DEFAULT false, p_offer_version integer DEFAULT NULL::integer, p_held boolean DEFAULT false, p_site_bears bigint DEFAULT 0)
 RETURNS TABLE(charged_at timestamp with time zone, wallet_after bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  known record;
  fee bigint;
  shipping bigint := 0;
  net bigint;
  wallet bigint;
  payer bigint;
  froms bigint[] := '{}';
  tos bigint[] := '{}';
  amounts bigint[] := '{}';
  charge charges;
BEGIN
  charged_at := app_now();
  -- First of all: everything below is read while no block between the two can be made.
  PERFORM lock_pair_shared(p_user, p_performer);
  SELECT coalesce(p.commission_bp, p_site_bp) AS bp,
    (SELECT e.created_at FROM earnings e WHERE e.performer_id = p_performer ORDER BY e.created_at LIMIT 1) AS first_sale_at,
    (SELECT id FROM ledger_accounts WHERE kind = 'fan_wallet' AND owner_id = p_user AND currency = 'TOK') AS wallet,
    (SELECT id FROM ledger_accounts WHERE kind = 'performer_pending' AND owner_id = p_performer AND currency = 'TOK') AS pending,
    (SELECT id FROM ledger_accounts WHERE kind = 'platform_fees' AND owner_id IS NULL AND currency = 'TOK') AS fees,
    k.event, k.grant_function
  INTO known FROM performers p LEFT JOIN charge_kinds k ON k.kind = p_type WHERE p.account_id = p_performer;
  IF NOT FOUND OR (NOT p_held AND performer_is_hidden(p_user, p_performer, p_country)) THEN
    RAISE EXCEPTION 'no such performer' USING ERRCODE = 'FL404';
  END IF;
  IF known.event IS NULL THEN
    RAISE EXCEPTION 'nothing is sold as %', p_type USING ERRCODE = 'FL400';
  END IF;

  -- An order is written before its charge. Its shipping is for the carrier: no commission is taken on it.
  IF p_type = 'product' THEN
    SELECT shipping_fee INTO shipping FROM orders WHERE id = p_id;
    shipping := least(coalesce(shipping, 0), p_tokens);
  END IF;
  -- The fee is rounded down; the performer gets the remainder, so that the parts always sum to the whole.
  fee := greatest(0, (p_tokens - shipping + p_site_bears) * known.bp / 10000 - p_site_bears);
  net := p_tokens - fee;
  wallet := coalesce(known.wallet, ledger_account('fan_wallet', p_user, 'TOK'));
  -- The payer's own wallet is locked first, before the key and before an account of the performer is created: charges of other payers wait
  -- for the transaction that creates it, so it may wait for none; and two charges with one key take wallet and key in one order.
  IF p_card_minor IS NULL THEN
    PERFORM FROM ledger_accounts WHERE id = wallet FOR NO KEY UPDATE;
    -- A dispute locks the wallet, too: after it, nothing is spent.
    IF NOT p_held AND EXISTS (SELECT FROM disputes WHERE account_id = p_user AND blocks_paying) THEN
      RAISE EXCEPTION 'paying is blocked' USING ERRCODE = 'FL403';
    END IF;
  END IF;
  payer := CASE WHEN p_card_minor IS NULL THEN wallet ELSE ledger_account('gateway_clearing', NULL, 'TOK') END;
  IF net > 0 THEN
    froms := froms || payer; amounts := amounts || net;
    tos := tos || CASE WHEN p_escrow THEN ledger_account('escrow', p_id, 'TOK')
      ELSE coalesce(known.pending, ledger_account('performer_pending', p_performer, 'TOK')) END;
  END IF;
  IF fee > 0 THEN
    froms := froms || payer; amounts := amounts || fee;
    tos := tos || coalesce(known.fees, ledger_account('platform_fees', NULL, 'TOK'));
  END IF;
  IF p_card_minor IS NOT NULL THEN
    froms := froms || ledger_account('gateway_clearing', NULL, p_currency);
    tos := tos || ledger_account('token_float', NULL, p_currency);
    amounts := amounts || p_card_minor;
  END IF;
  PERFORM ledger_post(p_id, 'charge:' || p_user || ':' || p_key, p_type, p_user, NULL, '{}', froms, tos, amounts);

  -- A wallet that paid is still locked by the posting, so nothing of this changes before we commit.
  SELECT a.balance + coalesce((SELECT sum(amount) FROM ledger_tail WHERE account_id = wallet), 0)::bigint INTO wallet_after
    FROM ledger_accounts a WHERE a.id = wallet;
  INSERT INTO charges (id, transaction_id, user_id, performer_id, type, target_id, tokens, balance_after, key, body_hash, note, created_at, updated_at, offer_version)
    VALUES (p_id, p_id, p_user, p_performer, p_type, p_target, p_tokens, wallet_after, p_key, p_body_hash, p_note, charged_at, charged_at, p_offer_version)
    RETURNING * INTO charge;
  INSERT INTO earnings (id, charge_id, performer_id, user_id, type, gross, fee_bp, fee, net, token_value_micro, currency, status, available_at, created_at)
    VALUES (p_id, p_id, p_performer, p_user, p_type, p_tokens,
      CASE WHEN p_site_bears = 0 THEN known.bp ELSE fee * 10000 / p_tokens END, fee, net, p_token_value_micro, p_currency,
      CASE WHEN p_escrow THEN 'escrow' ELSE 'pending' END,
      charged_at + make_interval(days => CASE WHEN known.first_sale_at < charged_at - interval '60 days' THEN p_hold_days ELSE p_hold_days_new END),
      charged_at);
  IF known.grant_function IS NOT NULL THEN
    EXECUTE format('SELECT %I($1)', known.grant_function) USING charge;
  END IF;
  IF p_receipt THEN
    PERFORM enqueue_job('send-receipt', json_build_object('mailId', p_id, 'chargeId', p_id), NULL, NULL, 8, NULL);
  END IF;
  INSERT INTO events (topic, payload) VALUES (
    known.event, jsonb_build_object('chargeId', p_id, 'userId', p_user, 'performerId', p_performer, 'type', p_type, 'targetId', p_target,
      'tokens', round(p_tokens / 100.0, 2), 'balance', round(wallet_after / 100.0, 2), 'note', p_note));
  RETURN NEXT;
END $function$;

CREATE OR REPLACE FUNCTION public.closed_countries_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  performer uuid;
BEGIN
  FOR performer IN SELECT DISTINCT performer_id FROM changed ORDER BY performer_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(performer::text, 7205759411));
    UPDATE performer_listings SET closed_to = ARRAY(SELECT country FROM country_blocks WHERE performer_id = performer) WHERE performer_id = performer;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.earning_returned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO earning_returns (earning_id, performer_id, net, fee)
    VALUES (NEW.id, NEW.performer_id, NEW.returned - OLD.returned, NEW.fee_returned - OLD.fee_returned);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.enqueue_job(task text, payload json, queue text, run_at timestamp with time zone, attempts integer, key text, owner uuid DEFAULT NULL::uuid, comes_first boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  -- The column of the queue's library is a smallint.
  first_turn constant integer := CASE WHEN comes_first THEN -32768 ELSE 0 END;
  last_turn constant integer := CASE WHEN comes_first THEN -1 ELSE 32767 END;
  owner_flag constant text := 'owner:' || owner;
  turn integer;
BEGIN
  IF owner IS NOT NULL THEN
    -- A job that is enqueued again, because it may have been lost, keeps its turn.
    SELECT j.priority INTO turn FROM graphile_worker._private_jobs j
      WHERE j.key = enqueue_job.key AND j.is_available AND j.flags ? owner_flag;
    IF turn IS NULL THEN
      SELECT least(last_turn, greatest(first_turn, min(j.priority) FILTER (WHERE j.is_available AND j.run_at <= now()),
          max(j.priority) FILTER (WHERE j.flags ? owner_flag) + 1))
        INTO turn
        FROM graphile_worker._private_jobs j JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
        WHERE q.queue_name = queue AND j.priority BETWEEN first_turn AND last_turn AND j.attempts < j.max_attempts;
    END IF;
  END IF;
  PERFORM graphile_worker.add_job(task, payload, queue_name := queue, run_at := enqueue_job.run_at, max_attempts := enqueue_job.attempts,
    job_key := enqueue_job.key, priority := turn, flags := CASE WHEN owner IS NOT NULL THEN ARRAY[owner_flag] END);
END $function$;

CREATE OR REPLACE FUNCTION public.fan_spending_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  change bigint := CASE WHEN NEW.status = 'reversed' THEN 0 ELSE NEW.gross - NEW.returned - NEW.fee_returned END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO fan_spending (performer_id, fan_id, spent) VALUES (NEW.performer_id, NEW.user_id, change)
      ON CONFLICT (performer_id, fan_id) DO UPDATE SET spent = fan_spending.spent + excluded.spent;
  ELSE
    -- Never below nothing: the sum of someone who left began anew.
    UPDATE fan_spending SET spent = greatest(0, spent + change - CASE WHEN OLD.status = 'reversed' THEN 0 ELSE OLD.gross - OLD.returned - OLD.fee_returned END)
      WHERE performer_id = NEW.performer_id AND fan_id = NEW.user_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.feed_search_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status <> 'published' THEN
    DELETE FROM feed_search WHERE item_id = NEW.id;
  ELSE
    INSERT INTO feed_search (item_id, kind, published_at, title, vector)
    SELECT NEW.id, NEW.kind, NEW.published_at, search_fold(NEW.title),
      search_vector(concat_ws(' ', NEW.title, CASE WHEN NEW.gate_type = 'public' OR NEW.kind = 'product' THEN NEW.text || ' ' || array_to_string(NEW.tags, ' ') END),
        search_language(coalesce(p.languages[1], a.locale)))
    FROM accounts a LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = NEW.performer_id
    ON CONFLICT (item_id) DO UPDATE SET published_at = excluded.published_at, title = excluded.title, vector = excluded.vector;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.grant_item(charge charges)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  -- Locked, so that a change of its files waits: what is bought stays.
  PERFORM FROM items WHERE id = charge.target_id FOR KEY SHARE;
  IF NOT EXISTS (SELECT FROM items WHERE id = charge.target_id AND kind = charge.type AND performer_id = charge.performer_id
      AND status = 'published' AND gate_type = 'paid' AND gate_price = charge.tokens
      AND offer_version = coalesce(charge.offer_version, offer_version)) THEN
    RAISE EXCEPTION 'the price changed' USING ERRCODE = 'FL409';
  END IF;
  INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    VALUES (charge.user_id, charge.type, charge.target_id, charge.performer_id, charge.id, charge.created_at);
  INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('item', charge.target_id, 'sales', 1);
END $function$;

CREATE OR REPLACE FUNCTION public.grant_message(charge charges)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  sender uuid;
BEGIN
  -- Locked, so that deleting the message waits: what is bought remains.
  SELECT m.sender_id INTO sender FROM messages m
    JOIN conversation_members c ON c.conversation_id = m.conversation_id AND c.account_id = charge.user_id AND c.other_id = charge.performer_id
    WHERE m.id = charge.target_id AND m.deleted_at IS NULL AND (
      (m.sender_id = charge.performer_id AND m.price = charge.tokens)
      OR (m.sender_id = charge.user_id AND m.charge_id IS NULL AND EXISTS (SELECT FROM performers p
        WHERE p.account_id = charge.performer_id AND p.who_may_write = 'paid' AND p.first_message_price = charge.tokens)))
    FOR SHARE OF m;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the message is not for sale' USING ERRCODE = 'FL409';
  END IF;
  IF sender = charge.performer_id THEN
    INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
      VALUES (charge.user_id, 'message', charge.target_id, charge.performer_id, charge.id, charge.created_at);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.grant_order(charge charges)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE ordered orders;
BEGIN
  SELECT * INTO ordered FROM orders WHERE id = charge.id AND buyer_id = charge.user_id AND performer_id = charge.performer_id
    AND product_id = charge.target_id AND unit_price * quantity + shipping_fee = charge.tokens;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such order' USING ERRCODE = 'FL409';
  END IF;
  -- Locked as a change of the product locks it, first: the file that is bought stays.
  PERFORM FROM items WHERE id = charge.target_id FOR KEY SHARE;
  -- The row of the product is locked last, and until the end: those who buy the same product take their pieces one after another.
  UPDATE products SET stock = stock - ordered.quantity
    WHERE item_id = charge.target_id AND type = ordered.type AND shipping_fee = ordered.shipping_fee;
  IF NOT FOUND OR NOT EXISTS (SELECT FROM items WHERE id = charge.target_id AND kind = 'product' AND performer_id = charge.performer_id
      AND status = 'published' AND gate_type = 'paid' AND gate_price = ordered.unit_price
      AND offer_version = coalesce(charge.offer_version, offer_version)) THEN
    RAISE EXCEPTION 'the price changed' USING ERRCODE = 'FL409';
  END IF;
  IF ordered.type = 'digital' THEN
    INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
      VALUES (charge.user_id, 'product', charge.target_id, charge.performer_id, charge.id, charge.created_at);
  END IF;
  INSERT INTO counter_deltas (subject, subject_id, counter, delta) VALUES ('item', charge.target_id, 'sales', ordered.quantity);
EXCEPTION WHEN check_violation THEN
  RAISE EXCEPTION 'sold out' USING ERRCODE = 'FL410';
END $function$;

CREATE OR REPLACE FUNCTION public.grant_stream(charge charges)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  sold ticket_shows;
  is_pledging boolean;
BEGIN
  -- Buyers of one show wait for one another: the seats and the pledges are counted while it is locked.
  SELECT * INTO sold FROM ticket_shows WHERE id = charge.target_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  is_pledging := sold.goal IS NOT NULL AND sold.goal_reached_at IS NULL;
  IF sold.status <> 'planned' OR sold.performer_id <> charge.performer_id
      OR sold.starts_at + make_interval(mins => sold.minutes) < charge.created_at
      OR (NOT is_pledging AND sold.price <> charge.tokens)
      OR (is_pledging AND (sold.price > charge.tokens OR sold.pledge_until <= charge.created_at)) THEN
    RAISE EXCEPTION 'no ticket is sold at this price' USING ERRCODE = 'FL409';
  END IF;
  INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    VALUES (charge.user_id, charge.type, charge.target_id, charge.performer_id, charge.id, charge.created_at);
  IF (SELECT count(*) FROM purchases WHERE object_id = sold.id AND revoked_at IS NULL) > sold.seats THEN
    RAISE EXCEPTION 'no seat is left' USING ERRCODE = 'FL410';
  END IF;
  IF is_pledging AND tokens_pledged(sold.id) >= sold.goal THEN
    UPDATE ticket_shows SET goal_reached_at = charge.created_at, updated_at = charge.created_at WHERE id = sold.id;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.is_quarantined(f files)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (
    SELECT FROM (
        SELECT * FROM consent_quarantines WHERE sha256 = f.sha256
        UNION ALL SELECT * FROM consent_quarantines WHERE file_id = f.id
        UNION ALL SELECT * FROM consent_quarantines WHERE phash IS NOT NULL AND phash_bands(phash) && phash_bands(f.phash)
      ) q JOIN files s ON s.id = q.file_id JOIN participants p ON p.id = q.participant_id
    WHERE (q.file_id = f.id OR q.sha256 = f.sha256 OR looks_alike(s, f))
      AND f.owner_id IS DISTINCT FROM p.account_id
      AND (f.owner_id = p.performer_id OR f.created_at >= s.created_at
        OR EXISTS (SELECT FROM item_files x JOIN item_participants n ON n.item_id = x.item_id JOIN participants o ON o.id = n.participant_id
          WHERE x.file_id = f.id AND same_person(o, p)))
      AND NOT EXISTS (SELECT FROM participants n WHERE n.performer_id = f.owner_id AND same_person(n, p)
        AND n.status = 'verified' AND n.signed_at >= q.quarantined_at));
END $function$;

CREATE OR REPLACE FUNCTION public.item_earning_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  INSERT INTO counter_deltas (subject, subject_id, counter, delta)
    SELECT 'item', c.target_id, 'earned', CASE TG_OP WHEN 'INSERT' THEN NEW.net ELSE OLD.returned - NEW.returned END
    FROM charges c WHERE c.id = NEW.charge_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.item_offer(item uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'price', i.gate_price, 'free', i.gate_free_for_subscribers, 'title', i.title, 'text', CASE WHEN i.kind = 'product' THEN md5(i.text) END,
    'files', (SELECT coalesce(jsonb_agg(x.role || ':' || x.file_id ORDER BY x.role, x.file_id), '[]') FROM item_files x
      WHERE x.item_id = i.id AND (x.role = 'main' OR i.kind = 'product')),
    'photos', CASE WHEN i.kind = 'gallery' THEN (SELECT coalesce(jsonb_agg(p.file_id ORDER BY p.file_id), '[]') FROM photos p
      WHERE p.gallery_id = i.id AND NOT p.is_withheld) END,
    'noDownload', CASE WHEN i.kind = 'video' AND NOT i.buyers_may_download THEN true END,
    'type', d.type, 'fee', d.shipping_fee, 'countries', to_jsonb(ARRAY(SELECT unnest(d.shipping_countries) ORDER BY 1)),
    'days', d.processing_days))
  FROM items i LEFT JOIN products d ON d.item_id = i.id
  WHERE i.id = item AND i.gate_type = 'paid' AND (i.kind <> 'product' OR d.item_id IS NOT NULL)
$function$;

CREATE OR REPLACE FUNCTION public.item_offer_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  item uuid := coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[0];
  now_shown boolean;
  before item_offers;
  becomes jsonb;
BEGIN
  -- Those who change one item take their turns here, and each reads what the one before has committed.
  SELECT published_at IS NOT NULL INTO now_shown FROM items WHERE id = item AND gate_type = 'paid' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  becomes := item_offer(item);
  IF becomes IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT * INTO before FROM item_offers WHERE item_id = item;
  IF before.terms = becomes AND before.is_shown = now_shown THEN
    RETURN NULL;
  END IF;
  INSERT INTO item_offers (item_id, terms, is_shown) VALUES (item, becomes, now_shown)
    ON CONFLICT (item_id) DO UPDATE SET terms = excluded.terms, is_shown = excluded.is_shown;
  -- Items of before there were versions have no row yet, and may have been shown.
  IF before.terms IS DISTINCT FROM becomes AND coalesce(before.is_shown, now_shown) THEN
    UPDATE items SET offer_version = offer_version + 1 WHERE id = item;
    IF before.is_shown THEN
      INSERT INTO offer_changes (item_id, was) VALUES (item, before.terms);
    END IF;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.job_counts(OUT waiting bigint, OUT retrying bigint, OUT failed bigint, OUT late_since timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  SELECT count(*) FILTER (WHERE attempts < max_attempts),
      count(*) FILTER (WHERE attempts BETWEEN 1 AND max_attempts - 1),
      count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL),
      min(run_at) FILTER (WHERE attempts < max_attempts AND locked_at IS NULL AND run_at <= now())
    INTO waiting, retrying, failed, late_since FROM graphile_worker._private_jobs;
END $function$;

CREATE OR REPLACE FUNCTION public.last_seen_country(p_account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT country FROM sessions WHERE account_id = p_account ORDER BY last_seen_at DESC, id DESC LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.ledger_account(p_kind text, p_owner uuid, p_currency text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE found bigint;
BEGIN
  IF p_owner IS NULL THEN
    SELECT id INTO found FROM ledger_accounts WHERE kind = p_kind AND owner_id IS NULL AND currency = p_currency;
  ELSE
    SELECT id INTO found FROM ledger_accounts WHERE kind = p_kind AND owner_id = p_owner AND currency = p_currency;
  END IF;
  IF found IS NULL THEN
    INSERT INTO ledger_accounts (kind, owner_id, currency, may_be_negative)
      VALUES (p_kind, p_owner, p_currency, p_kind IN ('gateway_clearing', 'debt')) ON CONFLICT DO NOTHING;
    RETURN ledger_account(p_kind, p_owner, p_currency);
  END IF;
  RETURN found;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_balance(p_account bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.balance + coalesce((SELECT sum(amount) FROM ledger_tail t WHERE t.account_id = a.id), 0)::bigint
  FROM ledger_accounts a WHERE a.id = p_account
$function$;

CREATE OR REPLACE FUNCTION public.ledger_balance_of(p_kind text, p_owner uuid, p_currency text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce((SELECT ledger_balance(id) FROM ledger_accounts WHERE kind = p_kind AND owner_id = p_owner AND currency = p_currency),
    (SELECT ledger_balance(id) FROM ledger_accounts WHERE p_owner IS NULL AND kind = p_kind AND owner_id IS NULL AND currency = p_currency), 0)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_chain_breaks(p_after bigint, p_up_to bigint)
 RETURNS TABLE(sequence bigint, transaction_id uuid, problem text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT s.sequence, s.transaction_id,
    CASE WHEN s.hash IS DISTINCT FROM ledger_digest(s.previous_hash, t, ledger_entries_text(s.transaction_id))
      THEN 'changed after it was chained' ELSE 'out of the chain' END
  FROM ledger_chain_links s
  LEFT JOIN ledger_chain_links before ON before.sequence = s.sequence - 1
  LEFT JOIN ledger_transactions t ON t.id = s.transaction_id
  WHERE s.sequence > p_after AND s.sequence <= p_up_to
    AND (s.previous_hash IS DISTINCT FROM CASE WHEN s.sequence = 1 THEN decode(repeat('00', 32), 'hex') ELSE before.hash END
      OR s.hash IS DISTINCT FROM ledger_digest(s.previous_hash, t, ledger_entries_text(s.transaction_id)))
$function$;

CREATE OR REPLACE FUNCTION public.ledger_digest(p_previous bytea, t ledger_transactions, p_entries text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT sha256(p_previous || convert_to(json_build_array(t.id, t.key, t.reason, t.reverses, t.actor_id, t.detail,
    (extract(epoch FROM t.created_at) * 1000000)::bigint, p_entries)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.ledger_entries_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- One pass: sums by currency, and by transaction whether its first line is among what is added.
  IF EXISTS (SELECT FROM added GROUP BY GROUPING SETS ((transaction_id, currency), (transaction_id))
      HAVING CASE grouping(currency) WHEN 0 THEN sum(amount) <> 0 ELSE min(line) <> 1 END) THEN
    RAISE EXCEPTION 'entries do not add up to zero, or were added to an existing transaction' USING ERRCODE = 'FL002';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_entries_text(p_transaction uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT string_agg(concat_ws(':', line, account_id, currency, amount), ';' ORDER BY line) FROM ledger_entries WHERE transaction_id = p_transaction
$function$;

CREATE OR REPLACE FUNCTION public.ledger_extend_chain(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  waiting record;
  number bigint;
  previous bytea;
  chained uuid[] := '{}';
  hashes bytea[] := '{}';
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205759405) THEN
    RETURN 0;
  END IF;
  SELECT sequence, hash INTO number, previous FROM ledger_chain_links ORDER BY sequence DESC LIMIT 1;
  IF NOT FOUND THEN
    number := 0; previous := decode(repeat('00', 32), 'hex');
  END IF;
  hashes := hashes || previous;
  FOR waiting IN
    SELECT t AS posted, t.id, ledger_entries_text(t.id) AS entries
    FROM (SELECT transaction_id FROM ledger_unchained ORDER BY created_at, transaction_id LIMIT p_limit) oldest
    JOIN ledger_transactions t ON t.id = oldest.transaction_id ORDER BY t.created_at, t.id
  LOOP
    previous := ledger_digest(previous, waiting.posted, waiting.entries);
    chained := chained || waiting.id;
    hashes := hashes || previous;
  END LOOP;
  INSERT INTO ledger_chain_links (sequence, transaction_id, hash, previous_hash)
    SELECT number + n, chained[n], hashes[n + 1], hashes[n] FROM generate_subscripts(chained, 1) AS n;
  DELETE FROM ledger_unchained WHERE transaction_id = ANY(chained);
  RETURN cardinality(chained);
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_lock(p_kinds text[], p_owners uuid[], p_currencies text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM ledger_accounts WHERE id = ANY (ARRAY(
      SELECT ledger_account(a.kind, a.owner, a.currency) FROM unnest(p_kinds, p_owners, p_currencies) AS a(kind, owner, currency)))
    ORDER BY id FOR NO KEY UPDATE;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_post(p_id uuid, p_key text, p_reason text, p_actor uuid, p_reverses uuid, p_detail jsonb, p_from bigint[], p_to bigint[], p_amounts bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  moves integer := coalesce(cardinality(p_amounts), 0);
  payer record;
  account record;
  folded bigint;
  present bigint;
  ids bigint[] := '{}';
  currencies text[] := '{}';
  amounts bigint[] := '{}';
  appended smallint[] := '{}';
  blocked text;
BEGIN
  IF moves = 0 OR cardinality(p_from) <> moves OR cardinality(p_to) <> moves THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  FOR i IN 1 .. moves LOOP
    IF p_amounts[i] IS NULL OR p_amounts[i] <= 0 OR p_from[i] IS NULL OR p_to[i] IS NULL OR p_from[i] = p_to[i] THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
  END LOOP;

  IF p_reason IN ('payout_request', 'payout_paid') THEN
    -- A freeze of a performer's payouts locks their row: of a freeze and a payout at once, one waits for the other.
    PERFORM FROM performers p JOIN ledger_accounts a ON a.owner_id = p.account_id
      WHERE a.id = ANY (p_from) ORDER BY p.account_id FOR SHARE OF p;
    SELECT payout_blocker(a.owner_id) INTO blocked FROM ledger_accounts a
      WHERE a.id = ANY (p_from) AND a.owner_id IS NOT NULL AND payout_blocker(a.owner_id) IS NOT NULL LIMIT 1;
    IF blocked IS NOT NULL THEN
      RAISE EXCEPTION 'nothing is paid out to this performer' USING ERRCODE = 'FL424', DETAIL = blocked;
    END IF;
  END IF;

  INSERT INTO ledger_transactions (id, key, reason, actor_id, reverses, detail)
    VALUES (p_id, p_key, p_reason, p_actor, p_reverses, coalesce(p_detail, '{}'));
  INSERT INTO ledger_unchained VALUES (p_id, app_now());

  FOR payer IN
    SELECT m.id, sum(m.amount)::bigint AS gets, -sum(m.amount)::bigint AS pays FROM (
      SELECT unnest(p_from) AS id, -unnest(p_amounts) AS amount UNION ALL SELECT unnest(p_to), unnest(p_amounts)) m
    GROUP BY m.id ORDER BY m.id
  LOOP
    SELECT currency, may_be_negative INTO account FROM ledger_accounts WHERE id = payer.id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
    -- What gives and gets the same is left as it is.
    CONTINUE WHEN payer.gets = 0;
    ids := ids || payer.id;
    currencies := currencies || account.currency;
    amounts := amounts || payer.gets;
    IF payer.pays > 0 AND NOT account.may_be_negative THEN
      UPDATE ledger_accounts SET balance = balance - payer.pays WHERE id = payer.id AND balance >= payer.pays;
      CONTINUE WHEN FOUND;
      SELECT balance INTO present FROM ledger_accounts WHERE id = payer.id FOR NO KEY UPDATE;
      WITH gone AS (DELETE FROM ledger_tail WHERE account_id = payer.id RETURNING amount)
        SELECT coalesce(sum(amount), 0)::bigint INTO folded FROM gone;
      IF present + folded < payer.pays THEN
        RAISE EXCEPTION 'insufficient balance' USING ERRCODE = 'FL402', DETAIL = (payer.pays - present - folded)::text;
      END IF;
      UPDATE ledger_accounts SET balance = present + folded - payer.pays WHERE id = payer.id;
    ELSE
      appended := appended || cardinality(ids)::smallint;
    END IF;
  END LOOP;
  FOR i IN 1 .. moves LOOP
    IF currencies[array_position(ids, p_from[i])] <> currencies[array_position(ids, p_to[i])] THEN
      RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
    END IF;
  END LOOP;

  INSERT INTO ledger_entries (transaction_id, line, account_id, currency, amount)
    SELECT p_id, e.line, e.id, e.currency, e.amount FROM unnest(ids, currencies, amounts) WITH ORDINALITY AS e(id, currency, amount, line);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'not a posting' USING ERRCODE = 'FL003';
  END IF;
  INSERT INTO ledger_tail (account_id, transaction_id, line, amount)
    SELECT ids[n], p_id, n, amounts[n] FROM unnest(appended) AS n;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_refuse_frozen_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF payouts_are_frozen() THEN
    RAISE EXCEPTION 'payouts are frozen' USING ERRCODE = 'FL423';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_roll_up(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  account record;
  folded bigint;
  done integer := 0;
BEGIN
  FOR account IN
    SELECT a.id FROM ledger_accounts a
    WHERE a.id IN (SELECT DISTINCT account_id FROM (SELECT account_id FROM ledger_tail LIMIT 50000) t LIMIT p_limit)
    ORDER BY a.id FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    WITH gone AS (DELETE FROM ledger_tail WHERE account_id = account.id RETURNING amount)
      SELECT coalesce(sum(amount), 0)::bigint INTO folded FROM gone;
    UPDATE ledger_accounts SET balance = balance + folded WHERE id = account.id AND folded <> 0;
    done := done + 1;
  END LOOP;
  RETURN done;
END $function$;

CREATE OR REPLACE FUNCTION public.listing_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_listing(CASE TG_TABLE_NAME WHEN 'accounts' THEN (to_jsonb(NEW) ->> 'id')::uuid WHEN 'performers' THEN (to_jsonb(NEW) ->> 'account_id')::uuid
    ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'performer_id')::uuid END);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.listing_terms_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_search_terms(NEW.search_text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.lock_pair_shared(p_account uuid, p_other uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(pair_lock_key(p_account, p_other));
END $function$;

CREATE OR REPLACE FUNCTION public.looks_alike(a files, b files)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  edges integer;
BEGIN
  IF length(a.phash) IS DISTINCT FROM 8 OR length(b.phash) IS DISTINCT FROM 8 THEN
    RETURN false;
  END IF;
  IF a.duration_ms IS NOT NULL AND b.duration_ms IS NOT NULL
      AND abs(a.duration_ms - b.duration_ms) > greatest(2000, a.duration_ms / 20) THEN
    RETURN false;
  END IF;
  edges := bit_count(b.phash);
  IF edges < 10 OR edges > 54 THEN
    RETURN a.phash = b.phash AND a.width = b.width AND a.height = b.height AND a.average_color = b.average_color;
  END IF;
  RETURN bit_count(('x' || encode(a.phash, 'hex'))::bit(64) # ('x' || encode(b.phash, 'hex'))::bit(64)) <= 6;
END $function$;

CREATE OR REPLACE FUNCTION public.message_search_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search := CASE WHEN NEW.deleted_at IS NULL AND NEW.text <> '' THEN (
    SELECT array_to_tsvector(ARRAY(SELECT message_search_key(who) || term
      FROM unnest(message_terms(NEW.text)) term, unnest(ARRAY[c.low_id, c.high_id]) who))
    FROM conversations c WHERE c.id = NEW.conversation_id AND c.low_id IS NOT NULL) END;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.message_search_key(account uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ("right"((account)::text, 12) || ':'::text);

CREATE OR REPLACE FUNCTION public.message_search_query(account uuid, typed text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT string_agg(quote_literal(message_search_key(account) || term) || CASE WHEN is_prefix THEN ':*' ELSE '' END, ' & ')::tsquery
  FROM (
    SELECT left(word[1], 60) AS term, true AS is_prefix FROM regexp_matches(
      regexp_replace(search_fold(typed), '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', ' ', 'g'), '[[:alnum:]]+', 'g') AS word
    UNION
    SELECT substr(run[1], n, 2), length(run[1]) = 1
      FROM regexp_matches(search_fold(typed), '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run,
        generate_series(1, greatest(1, length(run[1]) - 1)) AS n
  ) terms
$function$;

CREATE OR REPLACE FUNCTION public.message_terms(source text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT ARRAY(SELECT DISTINCT left(word[1], 60) FROM regexp_matches(
      regexp_replace(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', ' ', 'g'), '[[:alnum:]]+', 'g') AS word)
    || search_pairs(folded)
  FROM (SELECT search_fold(source) AS folded) f
$function$;

CREATE OR REPLACE FUNCTION public.months_after(p_anchor timestamp with time zone, p_months integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (p_anchor AT TIME ZONE 'UTC' + make_interval(months => p_months)) AT TIME ZONE 'UTC'
$function$;

CREATE OR REPLACE FUNCTION public.note_former_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO former_item_files (participant_id, file_id)
    SELECT n.participant_id, OLD.file_id FROM items i JOIN item_participants n ON n.item_id = i.id
    WHERE i.id = OLD.item_id AND i.published_at IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.offer_worsened(item uuid, quantity integer, price_is_shown boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM offer_changes c JOIN item_offers o ON o.item_id = c.item_id
    WHERE c.item_id = item AND c.changed_at > app_now() - interval '1 hour' AND (
      (NOT price_is_shown AND (c.was ->> 'price')::bigint * quantity + coalesce((c.was ->> 'fee')::bigint, 0)
        < (o.terms ->> 'price')::bigint * quantity + coalesce((o.terms ->> 'fee')::bigint, 0))
      OR NOT o.terms -> 'files' @> (c.was -> 'files')
      OR NOT o.terms -> 'photos' @> (c.was -> 'photos')
      OR (o.terms ->> 'days')::integer > (c.was ->> 'days')::integer
      OR (o.terms ? 'noDownload' AND NOT c.was ? 'noDownload')
      OR o.terms ->> 'type' <> c.was ->> 'type'
      OR (c.was -> 'free' = 'true' AND o.terms -> 'free' = 'false')))
$function$;

CREATE OR REPLACE FUNCTION public.order_is_dated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM orders o JOIN earnings e ON e.id = o.id
      WHERE o.id = NEW.id AND o.settle_at IS NULL AND e.status = 'escrow' AND e.net > e.returned + e.held) THEN
    RAISE EXCEPTION 'order % has money in escrow and no date', NEW.id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.pair_lock_key(p_account uuid, p_other uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended(((LEAST(p_account, p_other))::text || (GREATEST(p_account, p_other))::text), '7205759407'::bigint);

CREATE OR REPLACE FUNCTION public.payout_blocker(p_performer uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT CASE
    WHEN p.verification_status <> 'approved' THEN 'NOT_APPROVED'
    WHEN EXISTS (SELECT FROM accounts a WHERE a.id = p.account_id AND a.status = 'suspended'
      AND (a.status_until IS NULL OR a.status_until > app_now())) THEN 'ACCOUNT_SUSPENDED'
    WHEN p.payouts_frozen_until > app_now() THEN 'PAYOUT_DETAILS_NEW'
    WHEN EXISTS (SELECT FROM dispute_charges c JOIN disputes d ON d.id = c.payment_id
      WHERE c.performer_id = p.account_id AND c.owed > 0 AND c.holds_payouts AND d.status = 'open') THEN 'DISPUTE_OPEN'
    WHEN EXISTS (SELECT FROM verification_documents d WHERE d.verification_id = (SELECT v.id FROM verifications v
        WHERE v.performer_id = p.account_id AND v.status IN ('approved', 'more_info', 'submitted', 'in_review', 'expired')
          AND EXISTS (SELECT FROM verification_documents a WHERE a.verification_id = v.id AND a.status IN ('approved', 'expired'))
        ORDER BY v.created_at DESC, v.id DESC LIMIT 1)
      AND (d.status = 'expired' OR (d.status = 'approved' AND d.expires_on <= app_now()::date))
      AND NOT EXISTS (SELECT FROM verification_documents n WHERE n.verification_id = d.verification_id AND n.kind = d.kind
        AND n.status = 'approved' AND (n.created_at, n.id) > (d.created_at, d.id))) THEN 'DOCUMENT_EXPIRED'
  END FROM performers p WHERE p.account_id = p_performer
$function$;

CREATE OR REPLACE FUNCTION public.payouts_are_frozen()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$SELECT EXISTS (SELECT FROM payout_freezes WHERE lifted_at IS NULL)$function$;

CREATE OR REPLACE FUNCTION public.performer_is_closed(p_account_status text, p_verification_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT p_account_status IN ('suspended', 'closing', 'closed') OR p_verification_status NOT IN ('approved', 'expired')
$function$;

CREATE OR REPLACE FUNCTION public.performer_is_hidden(p_viewer uuid, p_performer uuid, p_country text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM blocked_with(p_viewer) b(id) WHERE b.id = p_performer)
    OR EXISTS (SELECT FROM country_blocks WHERE performer_id = p_performer AND country = p_country)
    OR EXISTS (SELECT FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.id = p_performer AND performer_is_closed(a.status, p.verification_status));
END $function$;

CREATE OR REPLACE FUNCTION public.performer_is_live(p_performer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$SELECT EXISTS (SELECT FROM streams WHERE performer_id = p_performer AND status IN ('live', 'away'))$function$;

CREATE OR REPLACE FUNCTION public.phash_bands(p_phash bytea)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT CASE WHEN length(p_phash) = 8 THEN ARRAY(
    SELECT n * 65536 + get_byte(p_phash, 2 * n) * 256 + get_byte(p_phash, 2 * n + 1) FROM generate_series(0, 3) AS n) END
$function$;

CREATE OR REPLACE FUNCTION public.plan_version_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.version_id := NEW.id;
  ELSE
    NEW.version := OLD.version + 1;
    NEW.version_id := uuid_v7();
  END IF;
  INSERT INTO plan_versions (id, plan_id, version) VALUES (NEW.version_id, NEW.id, NEW.version);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.quarantine_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF is_quarantined(NEW) THEN
    NEW.blocked_from := NEW.status;
    NEW.status := 'blocked';
    NEW.error_code := 'CONSENT_WITHDRAWN';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.refresh_listing(of_performer uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- At the end of its transaction each writer takes its turn, and reads what the one before has committed.
  PERFORM pg_advisory_xact_lock(hashtextextended(of_performer::text, 7205759411));
  INSERT INTO performer_listings (performer_id, username, is_adult, closed_to, terms, price, search_text, vector, name_key, born_on, age_band, updated_at, listed_at, followers, score, why)
  SELECT a.id, a.username, p.is_adult, ARRAY(SELECT country FROM country_blocks WHERE performer_id = a.id), ARRAY(SELECT term FROM unnest(array_remove(ARRAY['gender:' || p.gender, 'sexualOrientation:' || p.sexual_orientation, 'height:' || p.height, 'weight:' || p.weight,
      'bodyType:' || p.body_type, 'ethnicity:' || p.ethnicity, 'buttSize:' || p.butt_size, 'hairColor:' || p.hair_color, 'eyeColor:' || p.eye_color,
      'age:' || d.band, 'country:' || a.country, 'state:' || nullif(p.state, ''), 'city:' || nullif(p.city, ''),
      CASE WHEN f.free THEN 'free:true' ELSE 'free:false' END], NULL)
      || ARRAY(SELECT 'language:' || language FROM unnest(p.languages) language) || ARRAY(SELECT 'category:' || category FROM unnest(p.categories) category)
      || ARRAY(SELECT 'publishes:' || kind FROM unnest(k.kinds) kind)) AS term
      WHERE split_part(term, ':', 1) <> ALL (array_replace(p.hidden_fields, 'languages', 'language'))),
    f.price, s.search_text, search_vector(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' ')), search_language(coalesce(p.languages[1], a.locale))),
    lower(a.name), p.date_of_birth, d.band, p.updated_at, l.at, p.followers, ln(1 + greatest(p.followers, 0)),
    CASE WHEN l.at > app_now() - interval '7 days' THEN 'new_this_week' ELSE 'most_followed' END
  FROM accounts a JOIN performers p ON p.account_id = a.id
    CROSS JOIN LATERAL (SELECT age_band(p.date_of_birth, (app_now() AT TIME ZONE 'UTC')::date) AS band) d
    CROSS JOIN LATERAL (SELECT coalesce(bool_or(type = 'free'), false) AS free, min(price / months) FILTER (WHERE type <> 'free') AS price
      FROM plans WHERE performer_id = a.id AND active) f
    -- Posts for lists of fans are known to these alone.
    CROSS JOIN LATERAL (SELECT ARRAY(SELECT DISTINCT f.type FROM (SELECT i.id FROM items i WHERE i.performer_id = a.id AND i.kind = 'feed' AND i.status = 'published' AND i.gate_type <> 'list'
      ORDER BY i.published_at DESC, i.id DESC LIMIT 100) i JOIN feeds f ON f.item_id = i.id) AS types) n
    CROSS JOIN LATERAL (SELECT array_remove(ARRAY[CASE WHEN p.videos > 0 OR 'video' = ANY (n.types) THEN 'videos' END, CASE WHEN p.photos > 0 OR 'photo' = ANY (n.types) THEN 'photos' END,
      CASE WHEN 'audio' = ANY (n.types) THEN 'audio' END, CASE WHEN p.products > 0 THEN 'shop' END,
      CASE WHEN EXISTS (SELECT FROM streams s WHERE s.performer_id = a.id AND s.started_at IS NOT NULL) THEN 'live' END], NULL) AS kinds) k
    CROSS JOIN LATERAL (SELECT coalesce((SELECT min(v.decided_at) FROM verifications v WHERE v.performer_id = a.id AND v.status IN ('approved', 'expired')), p.created_at) AS at) l
    CROSS JOIN LATERAL (SELECT search_fold(concat_ws(' ', a.name, a.username, p.tagline, array_to_string(p.categories, ' '))) AS search_text) s
  WHERE a.id = of_performer AND a.role = 'performer' AND a.status = 'active' AND a.username IS NOT NULL AND p.verification_status = 'approved'
  ON CONFLICT (performer_id) DO UPDATE SET username = excluded.username, is_adult = excluded.is_adult, closed_to = excluded.closed_to, terms = excluded.terms, price = excluded.price, search_text = excluded.search_text, vector = excluded.vector,
    name_key = excluded.name_key, born_on = excluded.born_on, age_band = excluded.age_band, updated_at = excluded.updated_at, listed_at = excluded.listed_at;
  IF NOT FOUND THEN
    DELETE FROM performer_listings WHERE performer_id = of_performer;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_early_terms_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM accounts a JOIN account_closings c ON c.account_id = a.id
    WHERE a.id = OLD.account_id AND a.status = 'closing' AND c.closes_at <= app_now()) THEN
    RAISE EXCEPTION 'terms_acceptances is append-only' USING ERRCODE = 'FL001';
  END IF;
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_quarantined_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  used uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  now_is text;
BEGIN
  IF used IS NOT NULL THEN
    SELECT status INTO now_is FROM files WHERE id = used FOR SHARE;
    IF now_is = 'blocked' THEN
      RAISE EXCEPTION 'a blocked file is not used in %.%', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'FL451';
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.release_earnings(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  released record;
  done integer := 0;
  owed bigint;
  pending bigint;
BEGIN
  FOR released IN
    SELECT performer_id, array_agg(id ORDER BY id) AS ids, sum(net)::bigint AS net FROM (
      SELECT id, performer_id, net - returned AS net FROM earnings WHERE status = 'pending' AND held = 0 AND available_at <= app_now()
      ORDER BY available_at LIMIT p_limit FOR UPDATE SKIP LOCKED) due
    GROUP BY performer_id ORDER BY performer_id
  LOOP
    IF released.net > 0 THEN
      -- Locked, so that two releases don't pay one debt twice.
      PERFORM FROM ledger_accounts WHERE kind = 'debt' AND owner_id = released.performer_id AND currency = 'TOK' FOR NO KEY UPDATE;
      owed := least(released.net, greatest(0, -ledger_balance_of('debt', released.performer_id, 'TOK')));
      pending := ledger_account('performer_pending', released.performer_id, 'TOK');
      PERFORM ledger_post(uuid_v7(), 'release:' || released.ids[1], 'release', NULL, NULL, jsonb_build_object('earnings', cardinality(released.ids)),
        array_fill(pending, ARRAY[(owed > 0)::int + (owed < released.net)::int]),
        CASE WHEN owed > 0 THEN ARRAY[ledger_account('debt', released.performer_id, 'TOK')] ELSE '{}' END
          || CASE WHEN owed < released.net THEN ARRAY[ledger_account('performer_available', released.performer_id, 'TOK')] ELSE '{}' END,
        CASE WHEN owed > 0 THEN ARRAY[owed] ELSE '{}' END || CASE WHEN owed < released.net THEN ARRAY[released.net - owed] ELSE '{}' END);
    END IF;
    UPDATE earnings SET status = 'available' WHERE id = ANY(released.ids);
    done := done + cardinality(released.ids);
  END LOOP;
  RETURN done;
END $function$;

CREATE OR REPLACE FUNCTION public.same_person(a participants, b participants)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN a.id = b.id OR a.account_id = b.account_id
    OR (a.account_id IS NULL AND b.account_id IS NULL AND a.email <> '' AND lower(a.email) = lower(b.email));
END $function$;

CREATE OR REPLACE FUNCTION public.search_fold(source text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, NORMALIZE(source, NFKC)));

CREATE OR REPLACE FUNCTION public.search_language(code text)
 RETURNS regconfig
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE left(lower(code), 2) WHEN 'en' THEN 'pg_catalog.english' WHEN 'ar' THEN 'pg_catalog.arabic' WHEN 'fr' THEN 'pg_catalog.french'
    WHEN 'de' THEN 'pg_catalog.german' WHEN 'es' THEN 'pg_catalog.spanish' WHEN 'it' THEN 'pg_catalog.italian' WHEN 'pt' THEN 'pg_catalog.portuguese'
    WHEN 'nl' THEN 'pg_catalog.dutch' WHEN 'ru' THEN 'pg_catalog.russian' WHEN 'sv' THEN 'pg_catalog.swedish' WHEN 'da' THEN 'pg_catalog.danish'
    WHEN 'no' THEN 'pg_catalog.norwegian' WHEN 'nb' THEN 'pg_catalog.norwegian' WHEN 'fi' THEN 'pg_catalog.finnish' WHEN 'tr' THEN 'pg_catalog.turkish'
    WHEN 'hu' THEN 'pg_catalog.hungarian' WHEN 'ro' THEN 'pg_catalog.romanian' WHEN 'el' THEN 'pg_catalog.greek' WHEN 'ca' THEN 'pg_catalog.catalan'
    WHEN 'id' THEN 'pg_catalog.indonesian' WHEN 'hi' THEN 'pg_catalog.hindi' WHEN 'sr' THEN 'pg_catalog.serbian' ELSE 'pg_catalog.simple' END::regconfig
$function$;

CREATE OR REPLACE FUNCTION public.search_pairs(source text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(array_agg(DISTINCT substr(run[1], n, 2)), '{}')
  FROM regexp_matches(source, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run, generate_series(1, length(run[1])) AS n
$function$;

CREATE OR REPLACE FUNCTION public.search_query(source text, language regconfig)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (websearch_to_tsquery('pg_catalog.simple', spaced) || websearch_to_tsquery(language, spaced)) && coalesce(pairs, ''::tsquery)
  FROM (SELECT regexp_replace(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', ' ', 'g') AS spaced, (
      SELECT string_agg('''' || piece || '''' || CASE WHEN length(piece) = 1 THEN ':*' ELSE '' END, ' & ')::tsquery FROM (
        SELECT substr(run[1], n, 2) AS piece
        FROM regexp_matches(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run,
          generate_series(1, greatest(1, length(run[1]) - 1)) AS n) pieces) AS pairs
    FROM (SELECT search_fold(source) AS folded) f) read
$function$;

CREATE OR REPLACE FUNCTION public.search_terms_of(folded text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT DISTINCT term FROM regexp_split_to_table(folded, '[^[:alnum:]]+') AS term
  WHERE length(term) BETWEEN 3 AND 30 AND term !~ '[0-9\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]'
$function$;

CREATE OR REPLACE FUNCTION public.search_vector(source text, language regconfig)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT to_tsvector('pg_catalog.simple', folded) || to_tsvector(language, folded) || array_to_tsvector(search_pairs(folded))
  FROM (SELECT search_fold(source) AS folded) f
$function$;

CREATE OR REPLACE FUNCTION public.similar_terms(misspelt text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET "pg_trgm.similarity_threshold" TO '0.25'
AS $function$
  SELECT term FROM search_terms
  WHERE abs(length(term) - length(misspelt)) <= 2 AND term % misspelt
    AND similarity(term, misspelt) >= CASE WHEN length(misspelt) <= 4 THEN 0.25 ELSE 0.3 END
  ORDER BY similarity(term, misspelt) DESC, term LIMIT 3
$function$;

CREATE OR REPLACE FUNCTION public.status_beneath(of_account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN EXISTS (SELECT FROM account_closings WHERE account_id = a.id AND closed_at IS NULL) THEN 'closing'
    WHEN a.email IS NOT NULL AND a.email_verified_at IS NULL THEN 'pending_email' ELSE 'active' END
  FROM accounts a WHERE a.id = of_account
$function$;

CREATE OR REPLACE FUNCTION public.title_terms_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_search_terms(NEW.title);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.tokens_pledged(p_show uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(c.tokens - c.tokens_returned), 0)::bigint FROM purchases u JOIN charges c ON c.id = u.charge_id
    WHERE u.object_id = p_show AND u.revoked_at IS NULL AND c.status <> 'disputed'
      AND NOT EXISTS (SELECT FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((u.account_id, u.performer_id), (u.performer_id, u.account_id)))
$function$;

CREATE OR REPLACE FUNCTION public.unread_messages_of(p_account uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(sum(unread), 0)::integer FROM conversation_members
   WHERE account_id = p_account AND unread > 0 AND NOT is_muted AND NOT is_hidden
     AND other_id NOT IN (SELECT blocked_with(p_account))
$function$;

CREATE OR REPLACE FUNCTION public.username_skeleton(p_username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(translate(p_username, '01i5._'::text, 'olls'::text), 'm'::text, 'rn'::text), 'w'::text, 'vv'::text);

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.wallet_changes(p_payer uuid, p_payment uuid)
 RETURNS TABLE(kind text, source uuid, amount bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH RECURSIVE mine AS (SELECT id FROM ledger_accounts WHERE kind = 'fan_wallet' AND owner_id = p_payer AND currency = 'TOK'),
  payments AS MATERIALIZED (
    SELECT p.id, coalesce(top_up.created_at, period.created_at) AS at, coalesce(period.id, p.id) AS source, p.updated_at,
      p.amount_refunded > 0 OR EXISTS (SELECT FROM disputes d WHERE d.id = p.id) AS returned
    FROM payment_transactions p
    LEFT JOIN ledger_transactions top_up ON top_up.key = 'payment:' || p.id
    LEFT JOIN ledger_transactions period ON top_up.id IS NULL AND p.purpose = 'subscription'
      AND period.key = 'charge:' || p.account_id || ':subscription:' || p.subscription_id || ':' || p.period_number
    WHERE p.account_id = p_payer AND p.credited_at IS NOT NULL),
  reached AS (
    SELECT id, at FROM payments WHERE id = p_payment
    UNION SELECT p.id, p.at FROM payments p JOIN reached r ON p.returned AND p.updated_at >= r.at),
  since AS MATERIALIZED (SELECT min(at) AS at FROM reached),
  found AS (
    SELECT c.id AS posting, 'spend' AS kind, c.id AS source FROM charges c
      WHERE c.user_id = p_payer AND c.created_at >= (SELECT at FROM since)
    UNION ALL
    SELECT x.id, CASE WHEN EXISTS (SELECT FROM ledger_entries e WHERE e.transaction_id = c.id AND e.account_id = (SELECT id FROM mine))
        THEN 'return' ELSE 'credit' END, c.id
      FROM charges c JOIN ledger_transactions x
        ON x.key >= 'return:' || c.id AND x.key <= 'return:' || c.id || ':zzzz' AND starts_with(x.key, 'return:' || c.id)
      WHERE c.user_id = p_payer AND c.updated_at > c.created_at AND c.updated_at >= (SELECT at FROM since) AND c.tokens_returned > 0
    UNION ALL
    SELECT k.id, CASE WHEN k.key = 'payment:' || p.id THEN 'credit' ELSE 'payment' END, p.source
      FROM payments p CROSS JOIN LATERAL (
        SELECT x.id, x.key FROM ledger_transactions x
        WHERE x.key >= 'payment:' || p.id AND x.key <= 'payment:' || p.id || ':zzzz' AND starts_with(x.key, 'payment:' || p.id)
        OFFSET 0) k
      WHERE p.updated_at >= (SELECT at FROM since))
  SELECT f.kind, f.source, sum(e.amount)::bigint
  FROM found f JOIN ledger_transactions t ON t.id = f.posting JOIN ledger_entries e ON e.transaction_id = t.id AND e.account_id = (SELECT id FROM mine)
  WHERE t.created_at >= (SELECT at FROM since)
  GROUP BY t.created_at, t.id, f.kind, f.source HAVING sum(e.amount) <> 0 ORDER BY t.created_at, t.id
$function$;
