//! A public toolset where everything has to be documented.
#![deny(warnings, missing_docs, unreachable_pub)]

pub mod files {
    //! Files.
    use dsh_tools::prelude::*;

    /// A server of files.
    #[derive(Debug)]
    pub struct Server;

    /// A path.
    #[dsh_tools::data]
    pub struct Path {
        /// Its text.
        pub text: String,
    }

    fn text(args: &dsh_tools::tool::ArgsOf<ReadFile>, value: &String) -> Vec<Content> {
        vec![format!("{} {value}", args.path.text).into()]
    }

    #[toolset(prefix = "fs")]
    impl Server {
        /// Read a file.
        #[tool(type = ReadFile, render = text)]
        pub async fn read(&self, path: &Path) -> String {
            path.text.clone()
        }

        /// List files.
        #[tool]
        pub(crate) async fn list(&self) -> Vec<Path> {
            Vec::new()
        }
    }
}

fn main() {
    let _: dsh_tools::prelude::Tools<()> = std::sync::Arc::new(files::Server).tools();
}
