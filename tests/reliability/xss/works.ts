import { buildFeed, buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { sql } from '@fanlight/server/platform/db/db'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import sharp from 'sharp'
import { newPerson } from './people.ts'
import { idOf, type Writer } from './writer.ts'

// What creators publish and fans say to it, and what is written around a creator's documents.

const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#639' } })
  .png()
  .toBuffer()

export async function posts({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { performer, fan } = cast
  const create = 'POST /performer/feeds'
  for (const text of pen.writeAll(`${create} text`))
    filled.posts.push(
      await idOf(send, performer, create, { body: { type: 'text', title: pen.write(`${create} title`), text } }),
    )
  const poll = await idOf(send, performer, 'POST /performer/feeds/polls', {
    body: {
      question: pen.write('POST /performer/feeds/polls question'),
      options: [1, 2].map(() => pen.write('POST /performer/feeds/polls options[]')),
    },
  })
  filled.posts.push(await idOf(send, performer, create, { body: { type: 'poll', text: 'Which?', pollId: poll } }))
  const photo = await buildFile(server.ctx, performer)
  await send(performer, 'PUT /files/:id', { params: { id: photo }, body: { alt: pen.write('PUT /files/:id alt') } })
  const changed = await buildFeed(server.ctx, performer, { type: 'photo', files: [photo] })
  await send(performer, 'PUT /performer/feeds/:id', {
    params: { id: changed },
    body: {
      title: pen.write('PUT /performer/feeds/:id title'),
      text: pen.write('PUT /performer/feeds/:id text'),
    },
  })
  filled.posts.push(changed)
  const gallery = 'POST /performer/performer-assets/galleries'
  const made = await idOf(send, performer, gallery, {
    body: {
      title: pen.write(`${gallery} title`),
      text: pen.write(`${gallery} text`),
      fileIds: [await idOf(send, performer, 'POST /performer/feeds/photo/upload', { files: { file: image } })],
    },
  })
  filled.galleries.push(made)
  const changedGallery = await buildGallery(server.ctx, performer)
  filled.galleries.push(changedGallery.id)
  await send(performer, 'PUT /performer/performer-assets/galleries/:id', {
    params: { id: changedGallery.id },
    body: {
      title: pen.write('PUT /performer/performer-assets/galleries/:id title'),
      text: pen.write('PUT /performer/performer-assets/galleries/:id text'),
    },
  })
  await send(performer, 'PUT /performer/performer-assets/photos/:id', {
    params: { id: changedGallery.photoIds[0]! },
    body: { title: pen.write('PUT /performer/performer-assets/photos/:id title') },
  })
  await send(performer, 'PUT /performer/files/:id', {
    params: { id: changedGallery.fileIds[0]! },
    body: { name: pen.write('PUT /performer/files/:id name') },
  })
  await send(performer, 'POST /performer/performer-assets/photos/upload', {
    body: {
      galleryId: changedGallery.id,
      title: pen.write('POST /performer/performer-assets/photos/upload title'),
    },
    files: { photo: image },
  })
  // A post shows its newest comments: they are spread over several.
  for (const [index, text] of pen.writeAll('POST /comments text').entries())
    await send(fan, 'POST /comments', { body: { itemId: filled.posts[index % filled.posts.length], text } })
  for (const call of ['PUT /comments/:id', 'POST /comments/:id'] as const) {
    const id = await idOf(send, fan, 'POST /comments', { body: { itemId: changed, text: 'x' } })
    const text = pen.write(`${call} text`)
    await send(fan, call, {
      params: { id },
      body: { text },
      ...(call.startsWith('POST') && { files: { file: image } }),
    })
  }
}

export async function videos({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { performer } = cast
  const create = 'POST /performer/performer-assets/videos/upload'
  const change = 'PUT /performer/performer-assets/videos/edit/:id'
  const videoId = await buildFile(server.ctx, performer, { purpose: 'feed-video' })
  for (const text of pen.writeAll(`${create} text`))
    filled.videos.push(
      await idOf(send, performer, create, {
        body: {
          title: pen.write(`${create} title`),
          text,
          videoId: await buildFile(server.ctx, performer, { purpose: 'feed-video' }),
        },
      }),
    )
  const changed = await buildVideo(server.ctx, performer, { fileId: videoId })
  await send(performer, change, {
    params: { id: changed },
    body: {
      title: pen.write(`${change} title`),
      text: pen.write(`${change} text`),
      chapters: [{ at: 0, title: pen.write(`${change} chapters[].title`) }],
    },
  })
  filled.videos.push(changed)
  const captions = 'PUT /files/:id/captions/:locale'
  await send(performer, captions, {
    params: { id: videoId, locale: 'en-US' },
    body: { label: pen.write(`${captions} label`), vtt: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n' },
  })
}

export async function documents({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { owner } = cast
  const register = 'POST /auth/performers/register'
  await send(undefined, register, {
    body: {
      ...newPerson(),
      acceptTerms: 'true',
      name: pen.write(`${register} name`),
      legalName: pen.write(`${register} legalName`),
      dateOfBirth: '1991-02-03',
      country: 'DE',
      gender: 'female',
    },
    files: { idFront: image, selfieWithId: image },
  })
  const reviewOf = async (who: Built) =>
    (
      await sql<{
        id: string
      }>`SELECT id FROM verifications WHERE performer_id = ${who.id} ORDER BY created_at DESC LIMIT 1`.execute(
        server.ctx.db,
      )
    ).rows[0]!.id
  const answers = [
    ['POST /admin/verifications/:id/approval', false, 'reason'],
    ['POST /admin/verifications/:id/rejection', false, 'reason'],
    ['POST /admin/verifications/:id/revocation', true, 'reason'],
    ['POST /admin/verifications/:id/request-for-more', false, 'fieldReasons{}'],
  ] as const
  for (const [route, approved, field] of answers) {
    const who = await buildPerformer(server.ctx, { approved })
    const id = await reviewOf(who)
    const written = pen.write(`${route} ${field}`)
    const body = field === 'reason' ? { reason: written } : { fieldReasons: { legalName: written } }
    await send(owner, route, { params: { id }, body })
    filled.answered.push(who)
    filled.reviews.push(id)
    if (!route.endsWith('rejection')) continue
    const upload = 'POST /performers/documents/upload'
    await idOf(send, who, upload, {
      body: { legalName: pen.write(`${upload} legalName`) },
      files: { idFront: image, selfieWithId: image },
    })
    filled.reviews.push(await reviewOf(who))
  }
  const { rows } = await sql<{
    id: string
  }>`SELECT id FROM verifications WHERE status = 'submitted' ORDER BY created_at DESC LIMIT 2`.execute(server.ctx.db)
  filled.reviews.push(...rows.map(({ id }) => id))
}
