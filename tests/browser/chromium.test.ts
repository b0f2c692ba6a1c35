import { expect, test } from 'vitest'
import { launchChromium } from './chromium.ts'

test('the browser of the tests renders a page and plays the video format we make', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
    await page.setContent('<h1 style="font: 40px sans-serif">Fanlight ファン</h1>')
    const image = await page.screenshot()
    const canPlay = await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="avc1.64001f, mp4a.40.2"'))
    expect(image.length).toBeGreaterThan(1_000)
    expect(canPlay).toBe(true)
  } finally {
    await browser.close()
  }
})

test('the browser of the tests has the package’s fonts and none of the machine’s', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const has = (face: string) =>
      page.evaluate(
        (name) =>
          new FontFace('local', `local("${name}")`).load().then(
            () => true,
            () => false,
          ),
        face,
      )
    expect(await has('Open Sans Regular')).toBe(true)
    for (const face of ['DejaVu Sans', 'Liberation Sans', 'Arial', 'Noto Sans CJK JP'])
      expect(await has(face)).toBe(false)
  } finally {
    await browser.close()
  }
})

test('the browser of the tests is taken for a person’s', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    // The server renders pages for robots in another way.
    expect(await page.evaluate(() => navigator.userAgent)).toMatch(/ Chrome\/\d+/)
  } finally {
    await browser.close()
  }
})
