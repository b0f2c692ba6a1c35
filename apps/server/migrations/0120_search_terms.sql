-- Typing errors are corrected against the distinct terms of creators' profiles and post titles. Triggers add terms; a scheduled job removes
-- unused terms.
-- additive

CREATE TABLE search_terms (
  term text COLLATE "C" PRIMARY KEY
);
-- Terms come one by one and are searched at once: a list of pending entries would be read from end to end, and the index not be chosen.
CREATE INDEX search_terms_by_trigram ON search_terms USING gin (term gin_trgm_ops) WITH (fastupdate = off);
