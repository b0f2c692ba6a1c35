-- Whether two images, or two videos of about one length by their posters, look alike: their hashes differ in 6 of 64 bits at most. A hash
-- with few edges says little: such images are alike where hash, size and colour are the same.
CREATE OR REPLACE FUNCTION looks_alike(a files, b files) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
DECLARE
  edges integer;
BEGIN
  IF length(a.phash) IS DISTINCT FROM 8 OR length(b.phash) IS DISTINCT FROM 8 THEN
    RETURN false;
  END IF;
  IF a.duration_ms IS NOT NULL AND b.duration_ms IS NOT NULL
      AND abs(a.duration_ms - b.duration_ms) > greatest(2000, a.duration_ms / 20) THEN
    RETURN false;
  END IF;
  edges := bit_count(b.phash);
  IF edges < 10 OR edges > 54 THEN
    RETURN a.phash = b.phash AND a.width = b.width AND a.height = b.height AND a.average_color = b.average_color;
  END IF;
  RETURN bit_count(('x' || encode(a.phash, 'hex'))::bit(64) # ('x' || encode(b.phash, 'hex'))::bit(64)) <= 6;
END $$;
