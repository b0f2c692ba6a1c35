-- additive
-- What items and plans cost before: a purchase that names no price is refused while a lower price was shown within the hour. The
-- triggers that wrote it went with 0302_drop_price_changes.
CREATE TABLE price_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  object_id uuid NOT NULL,
  old_price bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX price_changes_of_object ON price_changes (object_id, changed_at);
CREATE INDEX price_changes_oldest ON price_changes (changed_at);
ALTER TABLE plans ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE subscriptions ADD COLUMN plan_version integer;
