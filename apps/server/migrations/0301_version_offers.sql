-- additive
-- needs: item_offer_changed
-- What is for sale has a version, which changes with anything that a buyer is shown of it: a purchase is made of the version that was shown.
ALTER TABLE items ADD COLUMN offer_version integer NOT NULL DEFAULT 1;
ALTER TABLE charges ADD COLUMN offer_version integer;
-- What buyers are shown of each item that is or was for sale, as its last version has it.
CREATE TABLE item_offers (
  item_id uuid PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
  terms jsonb NOT NULL,
  -- Whether buyers have seen these: what was changed before it was published was never shown.
  is_shown boolean NOT NULL
);
-- What they were shown before: a purchase that names no terms is refused where these were better within the hour.
CREATE TABLE offer_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id uuid NOT NULL,
  was jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX offer_changes_of_item ON offer_changes (item_id, changed_at);
CREATE INDEX offer_changes_oldest ON offer_changes (changed_at);
CREATE CONSTRAINT TRIGGER items_version_offer AFTER INSERT OR UPDATE OF status, title, text, gate_type, gate_price, gate_free_for_subscribers ON items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind <> 'photo') EXECUTE FUNCTION item_offer_changed('id');
CREATE CONSTRAINT TRIGGER item_files_version_offer AFTER INSERT OR UPDATE OR DELETE ON item_files
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION item_offer_changed('item_id');
CREATE CONSTRAINT TRIGGER photos_version_offer AFTER INSERT OR UPDATE OF gallery_id, file_id, is_withheld OR DELETE ON photos
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION item_offer_changed('gallery_id');
CREATE CONSTRAINT TRIGGER products_version_offer AFTER INSERT OR UPDATE OF type, shipping_fee, shipping_countries, processing_days ON products
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION item_offer_changed('item_id');
