-- Search finds items of every kind.
-- additive
-- small: items, while no site has items of the kinds that are new here

ALTER TABLE feed_search ADD COLUMN kind text NOT NULL DEFAULT 'feed';

DROP TRIGGER items_refresh_search ON items;
CREATE TRIGGER items_refresh_search AFTER INSERT OR UPDATE OF title, text, tags, status, gate_type, published_at ON items
  FOR EACH ROW WHEN (NEW.kind <> 'photo') EXECUTE FUNCTION feed_search_changed();
