/**
 * {@link comity.meaning.Embedder} turns texts into vectors that lie near each other where the texts
 * mean the same (MEM-9), with small models that come in jars of their own and no network.
 *
 * <p>The types of ONNX Runtime, which runs the models, stay here. Its code for this system and the
 * models are unpacked once into a folder, from which every later start maps them.
 */
@NullMarked
package comity.meaning;

import org.jspecify.annotations.NullMarked;
