-- The four bands of 16 bits of a perceptual hash, as numbers that say which band they are. Hashes that differ in few bits share one.
CREATE OR REPLACE FUNCTION phash_bands(p_phash bytea) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT AS $$
  SELECT CASE WHEN length(p_phash) = 8 THEN ARRAY(
    SELECT n * 65536 + get_byte(p_phash, 2 * n) * 256 + get_byte(p_phash, 2 * n + 1) FROM generate_series(0, 3) AS n) END
$$;
