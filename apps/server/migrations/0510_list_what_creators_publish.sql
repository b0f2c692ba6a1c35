-- additive
-- needs: listing_changed
-- job: refresh_listings
-- Listings say what their creators publish: they follow the counts of what is published, and the first time a stream goes live.
-- A job writes it into the listings that exist.

CREATE CONSTRAINT TRIGGER performers_change_published AFTER UPDATE OF feeds, videos, photos, products ON performers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.feeds <> NEW.feeds OR (OLD.videos > 0) <> (NEW.videos > 0) OR (OLD.photos > 0) <> (NEW.photos > 0) OR (OLD.products > 0) <> (NEW.products > 0))
  EXECUTE FUNCTION listing_changed();
CREATE CONSTRAINT TRIGGER streams_add_to_listing AFTER INSERT ON streams
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.started_at IS NOT NULL) EXECUTE FUNCTION listing_changed();
CREATE CONSTRAINT TRIGGER streams_change_listing AFTER UPDATE OF started_at ON streams
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.started_at IS NULL AND NEW.started_at IS NOT NULL) EXECUTE FUNCTION listing_changed();
