-- Notifications, and what each account wants to be notified of.
-- additive

CREATE TABLE notification_settings (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  -- Topic → channel → on or off, where it differs from the default.
  preferences jsonb NOT NULL DEFAULT '{}',
  quiet_hours boolean NOT NULL DEFAULT false,
  -- Minutes of the day in the account's time zone.
  quiet_from smallint NOT NULL DEFAULT 1320 CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint NOT NULL DEFAULT 480 CHECK (quiet_until BETWEEN 0 AND 1439),
  email_summary boolean NOT NULL DEFAULT false,
  -- When the next summary is due; null without one.
  summary_due_at timestamptz,
  -- Items that were published until then count as read.
  posts_read_at timestamptz NOT NULL DEFAULT '-infinity',
  -- Push messages within the hour that began then.
  push_hour timestamptz NOT NULL DEFAULT '-infinity',
  push_count smallint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX notification_settings_due ON notification_settings (summary_due_at) WHERE summary_due_at IS NOT NULL;

CREATE TABLE notifications (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts (id),
  kind text NOT NULL,
  filter text NOT NULL,
  -- While it is unread, what has the same key joins it.
  group_key text NOT NULL,
  -- The newest first, at most fifty.
  actor_ids uuid[] NOT NULL DEFAULT '{}',
  actor_count integer NOT NULL DEFAULT 0,
  item_id uuid,
  comment_id uuid,
  -- Of an order or a subscription.
  object_id uuid,
  -- Hundredths of a token.
  tokens bigint,
  detail text NOT NULL DEFAULT '',
  -- Switched off in the list: stored for email and push alone.
  is_listed boolean NOT NULL DEFAULT true,
  read_at timestamptz,
  emailed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE UNIQUE INDEX notifications_open_group ON notifications (account_id, group_key) WHERE read_at IS NULL;
CREATE INDEX notifications_of_account ON notifications (account_id, updated_at DESC, id DESC) WHERE is_listed;
CREATE INDEX notifications_filtered ON notifications (account_id, filter, updated_at DESC, id DESC) WHERE is_listed;
CREATE INDEX notifications_unread ON notifications (account_id, updated_at DESC, id DESC) WHERE is_listed AND read_at IS NULL;
CREATE INDEX notifications_of_object ON notifications (object_id) WHERE object_id IS NOT NULL;
CREATE INDEX notifications_by_age ON notifications (updated_at);

-- Items of the list that were read one by one; `posts_read_at` has those that were read together.
CREATE TABLE notification_post_reads (
  account_id uuid NOT NULL REFERENCES accounts (id),
  item_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, item_id)
);
CREATE INDEX notification_post_reads_by_age ON notification_post_reads (created_at);

CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- Of the session that made it: push ends with the session.
  session_id uuid,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
  p256dh text NOT NULL CHECK (length(p256dh) <= 200),
  auth text NOT NULL CHECK (length(auth) <= 100),
  locale text NOT NULL,
  -- The public key of ours that the browser subscribed with.
  vapid_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX push_subscriptions_of_account ON push_subscriptions (account_id, created_at DESC);

-- Addresses that a mail server refused for good. Optional emails do not go there.
CREATE TABLE bounced_addresses (
  address citext PRIMARY KEY,
  reason text NOT NULL,
  bounced_at timestamptz NOT NULL DEFAULT app_now()
);
