/** The models named on the landing page: edit freely, since a prompt is text and works with any. */
export const supportedModels = {
  textGeneration: ['ChatGPT', 'Claude', 'Gemini', 'Mistral', 'DeepSeek', 'Llama', 'Grok', 'Qwen'],
  imageGeneration: [
    'Midjourney',
    'FLUX',
    'Stable Diffusion',
    'GPT Image',
    'Imagen',
    'Adobe Firefly',
    'Ideogram',
    'Recraft',
  ],
  videoGeneration: ['Veo', 'Runway', 'Kling', 'Luma', 'Pika', 'Hailuo', 'Seedance', 'Wan'],
} as const
