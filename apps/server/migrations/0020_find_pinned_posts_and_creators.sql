-- Profiles show pinned posts first; the list of creators is searched by trigram, sorted by name, and filtered.
CREATE INDEX items_pinned ON items (performer_id, kind, published_at DESC) WHERE is_pinned AND status = 'published';
CREATE INDEX accounts_by_name_trigram ON accounts USING gin (name gin_trgm_ops);
CREATE INDEX accounts_by_username_trigram ON accounts USING gin (username gin_trgm_ops);
CREATE INDEX performers_by_tagline_trigram ON performers USING gin (tagline gin_trgm_ops);
CREATE INDEX accounts_performers_by_name ON accounts (lower(name), id) WHERE role = 'performer';
CREATE INDEX accounts_performers_by_country ON accounts (country) WHERE role = 'performer';
