-- What performers publish, and what people do with it.

-- Every published thing has one row here: feeds, galleries, videos, photos and products share gate, life and counts.
CREATE TABLE items (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  kind text NOT NULL CHECK (kind IN ('feed', 'gallery', 'video', 'photo', 'product')),
  performer_id uuid NOT NULL REFERENCES accounts,
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 200),
  text text NOT NULL DEFAULT '' CHECK (length(text) <= 10000),
  status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'processing', 'pending_review', 'published', 'hidden', 'removed', 'archived')),
  status_reason text,
  publish_at timestamptz,
  published_at timestamptz,
  expires_at timestamptz,
  gate_type text NOT NULL DEFAULT 'public' CHECK (gate_type IN ('public', 'followers', 'subscribers', 'plan', 'paid', 'list')),
  gate_plan_ids uuid[] NOT NULL DEFAULT '{}',
  -- Hundredths of a token.
  gate_price bigint CHECK (gate_price > 0),
  gate_free_for_subscribers boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  is_pinned boolean NOT NULL DEFAULT false,
  -- Rolled up every second from counter_deltas.
  views bigint NOT NULL DEFAULT 0, likes bigint NOT NULL DEFAULT 0, comments bigint NOT NULL DEFAULT 0,
  bookmarks bigint NOT NULL DEFAULT 0, sales bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (gate_type <> 'paid' OR gate_price IS NOT NULL),
  CHECK (status <> 'published' OR published_at IS NOT NULL)
);
CREATE INDEX items_of_performer ON items (performer_id, kind, published_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX items_in_studio ON items (performer_id, kind, updated_at DESC, id DESC);
CREATE INDEX items_waiting ON items (publish_at) WHERE status IN ('scheduled', 'processing');
CREATE INDEX items_expiring ON items (expires_at) WHERE status = 'published' AND expires_at IS NOT NULL;
CREATE INDEX items_newest ON items (kind, published_at DESC, id DESC) WHERE status = 'published';

CREATE TABLE item_files (
  item_id uuid NOT NULL REFERENCES items ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files,
  role text NOT NULL CHECK (role IN ('main', 'thumbnail', 'teaser', 'cover')),
  position integer NOT NULL DEFAULT 0,
  PRIMARY KEY (item_id, file_id, role)
);
CREATE INDEX item_files_by_file ON item_files (file_id);

CREATE TABLE feeds (
  item_id uuid PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('text', 'photo', 'video', 'audio', 'poll'))
);

CREATE TABLE polls (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts,
  item_id uuid UNIQUE REFERENCES items ON DELETE CASCADE,
  question text NOT NULL CHECK (length(question) BETWEEN 1 AND 300),
  ends_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE poll_options (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  poll_id uuid NOT NULL REFERENCES polls ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 9),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 120),
  votes bigint NOT NULL DEFAULT 0,
  UNIQUE (poll_id, position)
);
CREATE TABLE poll_votes (
  poll_id uuid NOT NULL REFERENCES polls ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts,
  option_id uuid NOT NULL REFERENCES poll_options ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (poll_id, account_id)
);

CREATE TABLE comments (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  item_id uuid NOT NULL REFERENCES items ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES accounts,
  -- One reply level: a reply's parent has none.
  parent_id uuid REFERENCES comments,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
  file_id uuid REFERENCES files,
  likes bigint NOT NULL DEFAULT 0,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX comments_of_item ON comments (item_id, created_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comments_replies ON comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL;

-- like | bookmark, unique per person and object. Objects: feed, gallery, video, photo, product, performer, comment.
CREATE TABLE reactions (
  account_id uuid NOT NULL REFERENCES accounts,
  action text NOT NULL CHECK (action IN ('like', 'bookmark')),
  object_type text NOT NULL CHECK (object_type IN ('feed', 'gallery', 'video', 'photo', 'product', 'performer', 'comment')),
  object_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, object_id, action)
);
CREATE INDEX reactions_bookmarks ON reactions (account_id, object_type, created_at DESC, object_id) WHERE action = 'bookmark';

-- No foreign key to the followed performer: its check would lock a row that a million followers share.
CREATE TABLE follows (
  follower_id uuid NOT NULL REFERENCES accounts,
  performer_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (follower_id, performer_id)
);
CREATE INDEX follows_of_performer ON follows (performer_id, created_at DESC, follower_id);
CREATE INDEX follows_newest ON follows (follower_id, created_at DESC, performer_id);

CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES accounts,
  blocked_id uuid NOT NULL REFERENCES accounts,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id, blocker_id);

CREATE TABLE country_blocks (
  performer_id uuid NOT NULL REFERENCES accounts,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  PRIMARY KEY (performer_id, country)
);

-- A view counts once a viewer a day.
CREATE TABLE views (
  item_id uuid NOT NULL,
  viewer text NOT NULL,
  viewed_on date NOT NULL,
  PRIMARY KEY (item_id, viewer, viewed_on)
);

-- The home feed of each active fan, written when something is published.
CREATE TABLE feed_inbox (
  account_id uuid NOT NULL,
  published_at timestamptz NOT NULL,
  item_id uuid NOT NULL,
  performer_id uuid NOT NULL,
  PRIMARY KEY (account_id, published_at, item_id)
);
CREATE INDEX feed_inbox_of_pair ON feed_inbox (account_id, performer_id);
