-- Profiles and titles add their terms. A job adds those of what exists already.
-- additive
-- needs: search_terms_of, add_search_terms, listing_terms_changed, title_terms_changed
-- job: fill_search_terms

CREATE TRIGGER performer_listings_add_terms AFTER INSERT ON performer_listings FOR EACH ROW EXECUTE FUNCTION listing_terms_changed();
CREATE TRIGGER performer_listings_change_terms AFTER UPDATE OF search_text ON performer_listings
  FOR EACH ROW WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION listing_terms_changed();
CREATE TRIGGER feed_search_add_terms AFTER INSERT ON feed_search FOR EACH ROW EXECUTE FUNCTION title_terms_changed();
CREATE TRIGGER feed_search_change_terms AFTER UPDATE OF title ON feed_search
  FOR EACH ROW WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION title_terms_changed();

-- Nothing compares whole titles with what was typed any more.
DROP INDEX feed_search_by_title;
