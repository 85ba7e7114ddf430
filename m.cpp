extern "C" int check_textures(); int main(){return check_textures()!=0;}
