-- Whether a creator has a stream that can be watched, or is away from it for a moment.
CREATE OR REPLACE FUNCTION performer_is_live(p_performer uuid) RETURNS boolean LANGUAGE sql STABLE AS
  'SELECT EXISTS (SELECT FROM streams WHERE performer_id = p_performer AND status IN (''live'', ''away''))';
