-- What pages that messages link to say of themselves.
-- additive

CREATE TABLE link_previews (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  url_hash bytea NOT NULL,
  url text NOT NULL,
  -- Empty where there is no preview, so that the page is not fetched again within a day.
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  site_name text NOT NULL DEFAULT '',
  fetched_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX link_previews_by_url ON link_previews (url_hash, fetched_at DESC);
CREATE INDEX link_previews_by_age ON link_previews (fetched_at);

ALTER TABLE messages ADD COLUMN link_preview_id uuid;
ALTER TABLE messages ADD CONSTRAINT messages_link_preview_id_fkey FOREIGN KEY (link_preview_id) REFERENCES link_previews (id) NOT VALID;
