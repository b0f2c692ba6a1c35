-- The order of a list and who may see it stand in one index each, so that a page touches no row but those it shows; and all filters are one question.

DROP INDEX performer_listings_by_update, performer_listings_by_followers, performer_listings_by_name, performer_listings_by_age, performer_listings_by_score;
CREATE INDEX performer_listings_by_update ON performer_listings (updated_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_followers ON performer_listings (followers DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_name ON performer_listings (name_key, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_age ON performer_listings (listed_at DESC, performer_id) INCLUDE (is_adult, closed_to);
CREATE INDEX performer_listings_by_score ON performer_listings (score DESC, performer_id) INCLUDE (is_adult, closed_to);

-- Each term is a lexeme: whatever was filtered by is one parameter of one statement.
ALTER TABLE performer_listings ADD COLUMN facets tsvector NOT NULL GENERATED ALWAYS AS (array_to_tsvector(terms)) STORED;
DROP INDEX performer_listings_by_term;
CREATE INDEX performer_listings_by_facet ON performer_listings USING gin (facets);
