import { captionLocalesMax } from '@fanlight/contract/media'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildAccess, buildFeed, buildFile } from '../../content/posts/testing.ts'
import { CaptionError, readCaptions, writeCaptions } from './webvtt.ts'

describe('WebVTT', () => {
  const cue = '00:00.000 --> 00:02.500\nHello'
  test('is read and written again with its cues, and without styles and notes', () => {
    const text = `\ufeffWEBVTT - made by hand\r\nKind: captions\r\n\r\nNOTE a note\r\n\r\nSTYLE\r\n::cue { background: url(x) }\r\n\r\nfirst\r\n00:00.000 --> 00:02.500 align:start line:90%\r\n<v Ann>Hello\r\nyou\r\n\r\n01:00:03.000 --> 01:00:04.000\r\nBye\r\n`
    expect(writeCaptions(readCaptions(text))).toBe(
      'WEBVTT\n\nfirst\n00:00:00.000 --> 00:00:02.500 align:start line:90%\n<v Ann>Hello\nyou\n\n01:00:03.000 --> 01:00:04.000\nBye\n',
    )
  })
  test.each([
    ['nothing', '', 1],
    ['no header', cue, 1],
    ['a header without cues', 'WEBVTT\n\n', 3],
    ['subtitles in another format', '1\n00:00:00,000 --> 00:00:02,500\nHello', 1],
    ['a comma in a time', 'WEBVTT\n\n00:00,000 --> 00:02,500\nHello', 3],
    ['an end before the start', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello', 3],
    ['a start before the last one', `WEBVTT\n\n00:03.000 --> 00:04.000\nBye\n\n${cue}`, 6],
    ['an unknown setting', 'WEBVTT\n\n00:00.000 --> 00:02.000 color:red\nHello', 3],
    ['a cue without text', 'WEBVTT\n\n00:00.000 --> 00:02.000\n', 3],
    ['a second time in a cue', `WEBVTT\n\n${cue}\n00:03.000 --> 00:04.000`, 5],
  ])('%s is refused with its line', (_name, text, line) => {
    let refused: unknown
    try {
      readCaptions(text)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(CaptionError)
    expect((refused as CaptionError).line).toBe(line)
  })
})

describe('captions of videos', () => {
  let server: TestServer
  let creator: Built
  beforeAll(async () => {
    server = await startTestServer()
    creator = await buildPerformer(server.ctx)
  })
  afterAll(() => server.stop())
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n'
  const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
  const video = () => buildFile(server.ctx, creator, { purpose: 'feed-video' })
  const put = (fileId: string, locale: string, body: object = { label: 'English', vtt }, who: Built = creator) =>
    asks(who).put(`/files/${fileId}/captions/${locale}`, body)

  test('are listed with the file and served to those who may see it, and to no one else', async () => {
    const [subscriber, fan] = [await buildUser(server.ctx), await buildUser(server.ctx)]
    await buildAccess(server.ctx, subscriber, creator)
    const fileId = await video()
    const post = await buildFeed(server.ctx, creator, { type: 'video', files: [fileId], gate: { type: 'subscribers' } })
    const read = async (who?: Built) => (await asks(who).get(`/user/feeds/${post}`)).body.data.files[0]
    expect((await read(subscriber)).captions).toBeUndefined()
    expect((await put(fileId, 'en-US')).body.data).toEqual({
      locale: 'en-US',
      label: 'English',
      name: 'captions-en-US.vtt',
    })
    await put(fileId, 'ja', { label: '日本語', vtt: vtt.replace('Hello', 'こんにちは') })
    const file = await read(subscriber)
    expect(file.captions).toEqual([
      { locale: 'en-US', label: 'English', name: 'captions-en-US.vtt' },
      { locale: 'ja', label: '日本語', name: 'captions-ja.vtt' },
    ])
    expect((await read(fan)).captions).toBeUndefined()
    const fetch = (url: string, who?: Built) =>
      server.app.inject({ url, headers: who ? { authorization: who.token } : {} })
    const served = await fetch(`${file.base}captions-ja.vtt`, subscriber)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
    expect(served.payload).toContain('こんにちは')
    expect((await fetch(`${file.base}captions-ja.vtt`, fan)).statusCode).toBe(404)
    expect((await fetch(`${file.base}captions-ja.vtt`)).statusCode).toBe(404)
    expect((await fetch(`${file.base}captions-fr.vtt`, subscriber)).statusCode).toBe(404)
    await put(fileId, 'ja', { label: '日本語', vtt: vtt.replace('Hello', 'またね') })
    expect((await fetch(`${file.base}captions-ja.vtt`, subscriber)).payload).toContain('またね')
    expect((await asks(creator).delete(`/files/${fileId}/captions/ja`)).status).toBe(200)
    expect((await asks(creator).delete(`/files/${fileId}/captions/ja`)).status).toBe(404)
    expect((await fetch(`${file.base}captions-ja.vtt`, subscriber)).statusCode).toBe(404)
    expect((await read(subscriber)).captions).toHaveLength(1)
  })

  test('are shown with the video of a message to those who may open it', async () => {
    const fan = await buildUser(server.ctx)
    const opened = await asks(fan).post('/conversations', { source: 'performer', sourceId: creator.id })
    const messages = `/messages/conversations/${opened.body.data._id}`
    const [free, paid] = [await video(), await video()]
    for (const fileId of [free, paid]) await put(fileId, 'en-US')
    for (const body of [
      { text: 'For you', fileIds: [free] },
      { text: 'For sale', fileIds: [paid], price: 10 },
    ]) {
      const sent = await asks(creator).post(messages, body)
      expect(sent.status, sent.text).toBe(200)
    }
    const [locked, open] = (await asks(fan).get(messages)).body.data
    expect(locked.files).toMatchObject([{ isLocked: true }])
    expect(JSON.stringify(locked)).not.toContain('captions-')
    const [file] = open.files
    expect(file).toMatchObject({ _id: free, captions: [{ locale: 'en-US', name: 'captions-en-US.vtt' }] })
    const served = await server.app.inject({
      url: `${file.base}captions-en-US.vtt`,
      headers: { authorization: fan.token },
    })
    expect([served.statusCode, served.payload]).toEqual([200, expect.stringContaining('Hello')])
  })

  test('belong to the owner of the video alone, and to videos alone', async () => {
    const other = await buildPerformer(server.ctx)
    const fileId = await video()
    await put(fileId, 'en-US')
    expect((await asks(creator).get(`/files/${fileId}/captions/en-US`)).body.data.vtt).toContain('Hello')
    expect((await put(fileId, 'en-US', undefined, other)).status).toBe(404)
    expect((await asks(other).get(`/files/${fileId}/captions/en-US`)).status).toBe(404)
    expect((await asks(other).delete(`/files/${fileId}/captions/en-US`)).status).toBe(404)
    expect((await asks().put(`/files/${fileId}/captions/en-US`, { label: 'x', vtt })).status).toBe(401)
    expect((await put(await buildFile(server.ctx, creator), 'en-US')).status).toBe(415)
  })

  test('are refused where they are no WebVTT, too large or for too many languages', async () => {
    const fileId = await video()
    const refused = async (body: object, locale = 'en-US') => {
      const reply = await put(fileId, locale, body)
      return [reply.status, reply.body.errors?.[0]?.code]
    }
    expect(await refused({ label: 'English', vtt: 'Hello' })).toEqual([422, 'CAPTIONS_SHAPE'])
    expect(await refused({ label: '', vtt })).toEqual([422, 'MISSING'])
    expect((await refused({ label: 'English', vtt: vtt + 'é'.repeat(300 * 1024) }))[0]).toBe(413)
    expect((await refused({ label: 'English', vtt }, 'no locale'))[0]).toBe(422)
    expect((await put(fileId, 'en-US', { label: 'English', vtt: vtt + 'x\n'.repeat(200 * 1024) })).status).toBe(200)
    const locales = Array.from({ length: captionLocalesMax }, (_, at) => `x${String.fromCharCode(97 + at)}`)
    const sent = await Promise.all(locales.map((locale) => put(fileId, locale)))
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(captionLocalesMax - 1).fill(200), 422])
    expect(sent.find(({ status }) => status === 422)!.body.errors[0].code).toBe('CAPTIONS_FULL')
    expect((await put(fileId, 'en-US', { label: 'US English', vtt })).status).toBe(200)
  })
})
