-- additive
-- needs: item_price_changed, plan_price_changed
-- What items and plans cost before: a purchase that names no price is refused while a lower price was shown within the hour.
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
CREATE TRIGGER items_record_price AFTER UPDATE OF gate_type, gate_price ON items FOR EACH ROW
  WHEN (old.gate_type = 'paid' AND old.status = 'published' AND (new.gate_type <> 'paid' OR new.gate_price <> old.gate_price))
  EXECUTE FUNCTION item_price_changed();
CREATE TRIGGER plans_record_price BEFORE UPDATE OF type, price, months ON plans FOR EACH ROW
  WHEN ((new.type, new.price, new.months) IS DISTINCT FROM (old.type, old.price, old.months))
  EXECUTE FUNCTION plan_price_changed();
