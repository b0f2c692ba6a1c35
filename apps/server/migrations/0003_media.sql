-- Files and what processing made of them.

CREATE TABLE files (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  owner_id uuid NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('photo', 'video', 'audio', 'document', 'thumbnail', 'teaser', 'digital')),
  -- Where it was uploaded for: feed-photo, feed-video, feed-audio, feed-thumbnail, feed-teaser, avatar, cover, comment …
  purpose text NOT NULL,
  original_name text NOT NULL DEFAULT '' CHECK (length(original_name) <= 255),
  mime text NOT NULL DEFAULT '',
  bytes bigint NOT NULL DEFAULT 0,
  sha256 bytea,
  phash bytea,
  width integer, height integer, duration_ms integer,
  average_color text CHECK (average_color ~ '^#[0-9a-f]{6}$'),
  status text NOT NULL DEFAULT 'uploading'
    CHECK (status IN ('uploading', 'uploaded', 'scanning', 'processing', 'ready', 'failed', 'blocked', 'deleted')),
  -- True as soon as the lowest rung of a video, or everything a photo or sound needs, can be shown.
  is_playable boolean NOT NULL DEFAULT false,
  progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  error_code text,
  attempts smallint NOT NULL DEFAULT 0,
  -- Storage key of the original; never addressed from outside but for downloads that the door grants.
  original_key text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX files_by_owner ON files (owner_id, purpose, created_at DESC);
CREATE INDEX files_unfinished ON files (status, updated_at) WHERE status IN ('uploading', 'uploaded', 'scanning', 'processing');

-- One row a thing that can be addressed: photo sizes, HLS master, poster, sprite, waveform, the tiny locked preview.
CREATE TABLE file_variants (
  file_id uuid NOT NULL REFERENCES files,
  name text NOT NULL,
  -- Kind in the media registry, which decides storage class, address form and caching.
  kind text NOT NULL,
  -- A file, or for HLS the folder that holds playlist and segments.
  storage_key text NOT NULL UNIQUE,
  mime text NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  width integer, height integer,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (file_id, name)
);
