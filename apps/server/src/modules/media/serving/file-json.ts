// A file with its variants as JSON, for reads of other modules that fetch a page of things in one statement.

/** The languages of a video's captions as JSON; null where it has none. */
export const captionsJson = (file: string) =>
  `CASE WHEN ${file}.kind = 'video' THEN (SELECT json_agg(json_build_object('locale', t.locale, 'label', t.label) ORDER BY t.locale)
    FROM file_captions t WHERE t.file_id = ${file}.id) END`

/** What is shown of a file, as JSON: its images, renditions, sprite and waveform. */
export const variantsJson = (file: string) =>
  `(SELECT json_agg(json_build_object('fileId', v.file_id, 'name', v.name, 'kind', v.kind, 'mime', v.mime, 'width', v.width,
    'height', v.height, 'detail', v.detail) ORDER BY v.width, v.name) FROM file_variants v WHERE v.file_id = ${file}.id)`

export const fileJson = (
  file: string,
  first = '',
) => `json_build_object(${first}'id', ${file}.id, 'ownerId', ${file}.owner_id, 'kind', ${file}.kind, 'purpose', ${file}.purpose,
  'mime', ${file}.mime, 'width', ${file}.width, 'height', ${file}.height, 'durationMs', ${file}.duration_ms, 'alt', ${file}.alt, 'averageColor', ${file}.average_color,
  'status', ${file}.status, 'isPlayable', ${file}.is_playable, 'progress', ${file}.progress, 'errorCode', ${file}.error_code,
  'variants', ${variantsJson(file)},
  'captions', ${captionsJson(file)})`
/** A file with its variants as JSON, by the column that names it; null where there is none. */
export const fileById = (column: string) =>
  `(SELECT ${fileJson('f')} FROM files f WHERE f.id = ${column} AND f.is_playable AND f.status NOT IN ('blocked', 'deleted'))`
