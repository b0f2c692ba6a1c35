-- What each item earned, in hundredths of a token, as its creator sees it beside its views. A job counts what was sold before.
-- additive
-- needs: item_earning_changed
-- job: recount_item_earnings

ALTER TABLE items ADD COLUMN earned bigint NOT NULL DEFAULT 0;

CREATE TRIGGER earnings_of_items_made AFTER INSERT ON earnings
  FOR EACH ROW WHEN (NEW.type IN ('feed', 'gallery', 'video', 'product')) EXECUTE FUNCTION item_earning_changed();
CREATE TRIGGER earnings_of_items_returned AFTER UPDATE OF returned ON earnings
  FOR EACH ROW WHEN (NEW.returned <> OLD.returned AND NEW.type IN ('feed', 'gallery', 'video', 'product')) EXECUTE FUNCTION item_earning_changed();
