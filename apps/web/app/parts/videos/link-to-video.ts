import { call } from '../../api/client.ts'

/** Asks for a link under which a video is saved as it is shown; it is good for ten minutes. */
export const linkToVideo = (id: string) => () =>
  call('GET /performer-assets/videos/:id/download-link', { params: { id } })
